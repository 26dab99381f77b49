// The longest task that a picture puts on the page's main thread, from the browser's own trace.
const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];

/**
 * Calls `take`, which takes a picture of the page, and tells the milliseconds of processor time of the longest task
 * meanwhile, on the thread that marks were set on.
 */
export async function longestTask(browser, page, take) {
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate(() => performance.mark("picture-begins"));
  await take();
  await page.evaluate(() => performance.mark("picture-ends"));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const marked = (name) => traceEvents.find((event) => event.name === name);
  const [begin, end] = [marked("picture-begins"), marked("picture-ends")];
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur }) => name.endsWith("RunTask") && dur !== undefined && pid === begin.pid && tid === begin.tid && ts > begin.ts && ts < end.ts,
  );
  return Math.max(0, ...tasks.map(({ tdur, dur }) => (tdur ?? dur) / 1000));
}
