// What page_inspect costs on generated pages, beside a bare pass over the candidates, page-agent's controller and
// Playwright's snapshot for agents, all in the same Chromium. `node inspect.mjs [--pages table] [--sizes 1000,10000] [--engines bare,own]
// [--rounds 1000] [--peers-up-to 10000] [--patience 30]`.
//
// Time is the processor time of the page's main thread (thread ticks, which other processes cannot inflate), the median of
// several calls. Each engine starts on a page of its own whose layout is done; Playwright's snapshot is of the whole page. Recall is the share of the controls
// that a user can see and hit in the viewport which are in the snapshot; a time without it says nothing. A peer whose
// one call is not done within the patience (seconds) is cut off, and the bound stands as its figure, with a ">" before it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1].split(",");
};
const kinds = flag("pages", ["table", "form", "shadow", "nested", "hidden"]);
const sizes = flag("sizes", [1000, 10000, 50000]).map(Number);
const wanted = flag("engines", ["bare", "own", "pageAgent", "playwright"]);
const rounds = Number(flag("rounds", ["1000"])[0]);
const peersUpTo = Number(flag("peers-up-to", ["10000"])[0]);
const WARM = 7;
const PATIENCE = Number(flag("patience", ["30"])[0]) * 1000;
/** What takes longer than this, in milliseconds, is measured once. */
const SLOW = 3000;
const KEPT = 8;

const bundle = (contents) =>
  buildSync({ stdin: { contents, resolveDir: here }, bundle: true, format: "iife", minify: true, write: false, target: "es2022", define: { __MAO_VERSION__: '"bench"' } }).outputFiles[0].text;
const scripts = {
  pages: readFileSync(join(here, "inspect-pages.js"), "utf8"),
  own: bundle(`
    import { create } from ${JSON.stringify(join(root, "executor-js/src/executor.ts"))};
    let finish, n = 0;
    const executor = create({ sessionId: 1, settleQuietMs: 1, settleMaxMs: 5, confirm: async () => ({ allowed: true, grant: "task" }), send: (text) => { if (text.includes('"page_tool_result"')) finish(text); } });
    const ask = (tool, actions) => new Promise((done) => { finish = done; executor.receive({ type: "page_tool_request", requestId: "b" + ++n, sessionId: 1, tool, actions }); });
    let last;
    window.engine = {
      async take() { last = await ask("page_inspect", [{ maxElements: 2000 }]); return { bytes: last.length }; },
      places: () => JSON.parse(last).result.snapshot.elements.map((e) => e.rect),
      /** One act on the first control, as a task does after it has looked. */
      async act() {
        const { snapshotId, elements } = JSON.parse(last).result.snapshot;
        const target = elements.find((e) => e.actions.includes("focus"));
        await ask("page_focus", [{ elementId: target.elementId, snapshotId }]);
      },
    };`),
  pageAgent: bundle(`
    import { PageController } from "@page-agent/page-controller";
    const controller = new PageController({ enableMask: false });
    let last;
    window.engine = { async take() { last = await controller.updateTree(); return { bytes: last.length }; }, count: () => (last.match(/\\[\\d+\\]</g) ?? []).length };`),
};

const start = () => chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
let browser = await start();
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = [];

async function open(kind, size, script) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto("about:blank");
  await page.setContent('<!doctype html><html lang="en"><title>Bench</title><body></body></html>');
  await page.evaluate(scripts.pages);
  await page.evaluate(([kind, size]) => { window.bench.pages[kind](size); document.body.offsetHeight; }, [kind, size]);
  if (script !== undefined) await page.evaluate(script);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page;
}

const LATE = new Error("cut off");

/** The pages that an engine which was cut off leaves behind are closed with their processes. */
async function within(work, patience, reason = LATE) {
  let timer;
  const late = new Promise((_, fail) => { timer = setTimeout(() => fail(reason), patience); });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** Cold, warm and after one appended node. Time is what the page's main thread was busy. */
async function measure(page, take, warm = WARM) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await client.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
  const timed = async () => {
    const before = await busy();
    const taken = await within(take(), PATIENCE);
    return { ms: (await busy()) - before, taken };
  };
  const cold = await timed();
  const warmTimes = [], appended = [];
  if (cold.ms > SLOW) return { cold: cold.ms, taken: cold.taken, warmTimes, appended };
  for (let i = 0; i < warm; i++) warmTimes.push((await timed()).ms);
  for (let i = 0; i < warm; i++) {
    await page.evaluate((i) => { document.body.append(Object.assign(document.createElement("button"), { textContent: `New ${i}` })); document.body.offsetHeight; }, i);
    appended.push((await timed()).ms);
  }
  return { cold: cold.ms, taken: cold.taken, warmTimes, appended };
}

const inPage = (page, warm) => measure(page, () => page.evaluate(() => window.engine.take()), warm);

const engines = {
  async bare(kind, size) {
    const page = await open(kind, size, "{ const known = bench.roots(); window.engine = { async take() { bench.bare(known); return { bytes: 0 }; } }; }");
    return { page, got: await inPage(page), recall: NaN };
  },
  async own(kind, size) {
    const page = await open(kind, size, scripts.own);
    const got = await inPage(page);
    const recall = await page.evaluate(async () => {
      await window.engine.take();
      const places = window.engine.places();
      const seen = window.bench.visible();
      const same = (a, b) => ["x", "y", "width", "height"].every((k) => Math.abs(a[k] - b[k]) <= 1);
      return seen.filter((rect) => places.some((place) => same(place, rect))).length / Math.max(1, seen.length);
    });
    return { page, got, recall };
  },
  async pageAgent(kind, size) {
    if (size > peersUpTo) return undefined;
    const page = await open(kind, size, scripts.pageAgent);
    const got = await inPage(page, 1);
    const recall = await page.evaluate(() => Math.min(1, window.engine.count() / Math.max(1, window.bench.visible().length)));
    return { page, got, recall };
  },
  async playwright(kind, size) {
    if (size > peersUpTo) return undefined;
    const page = await open(kind, size);
    const seen = await page.evaluate(() => window.bench.visible().length);
    let text = "";
    const got = await measure(page, async () => ({ bytes: (text = await page.ariaSnapshot({ mode: "ai", timeout: 2 * PATIENCE })).length }), 1);
    const listed = (text.match(/- (button|textbox|checkbox|combobox|link)\b/g) ?? []).length;
    return { page, got, recall: Math.min(1, listed / Math.max(1, seen)) };
  },
};

const number = (value, digits = 1) => (value === undefined || Number.isNaN(value) ? "-" : typeof value === "string" ? value : value.toFixed(digits)).padStart(9);
console.log(`${"page".padEnd(8)} ${"elements".padStart(8)} ${"engine".padEnd(11)}${["cold ms", "warm ms", "append ms", "x bare", "KB", "recall"].map((h) => h.padStart(10)).join("")}`);
for (const kind of kinds) {
  for (const size of sizes) {
    let bare;
    for (const [engine, run] of Object.entries(engines).filter(([name]) => wanted.includes(name))) {
      const row = { kind, size, engine };
      rows.push(row);
      try {
        const result = await within(run(kind, size), 4 * PATIENCE, new Error("the page was not ready in time"));
        if (result === undefined) { rows.pop(); continue; }
        const { page, got, recall } = result;
        await page.close();
        Object.assign(row, { cold: got.cold, warm: median(got.warmTimes) ?? got.cold, appended: median(got.appended), bytes: got.taken.bytes, recall, most: Math.max(got.cold, ...got.warmTimes, ...got.appended) });
        bare ??= row.warm;
        row.ratio = row.warm / bare;
      } catch (error) {
        row.error = String(error.message).split("\n")[0];
        row.late = error === LATE;
        if (row.late) row.cold = row.warm = row.ratio = row.appended = `> ${PATIENCE}`;
      }
      // A browser of its own for each row: what an engine left behind, or was cut off in, must not slow the next one down.
      await browser.close();
      browser = await start();
      console.log(`${kind.padEnd(8)} ${String(size).padStart(8)} ${engine.padEnd(11)} ${number(row.cold)} ${number(row.warm)} ${number(row.appended)} ${number(row.ratio)} ${number(row.bytes / 1024)} ${number(row.recall, 3)}${row.error ? `  ${row.error}` : ""}`);
    }
  }
}

/** What one snapshot holds while it is kept, and apart from it the text of its answer, which waits for a repeated request. */
async function memory(kind, size) {
  const page = await open(kind, size, scripts.own);
  const client = await page.context().newCDPSession(page);
  const heapAfter = async (n) => {
    await page.evaluate(async (n) => { for (let i = 0; i < n; i++) await window.engine.take(); }, n);
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize;
  };
  const one = await heapAfter(1);
  const full = await heapAfter(KEPT - 1);
  // From here on each new snapshot takes the place of an old one, so that the answers alone grow.
  const answer = ((await heapAfter(KEPT)) - full) / KEPT;
  await page.close();
  return { snapshot: (full - one) / (KEPT - 1) - answer, answer };
}

/** What is left behind by many rounds of looking and acting. */
async function growth() {
  const page = await open("table", 1000, scripts.own);
  const client = await page.context().newCDPSession(page);
  const state = async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize } = await client.send("Runtime.getHeapUsage");
    const { jsEventListeners, nodes } = await client.send("Memory.getDOMCounters");
    const { result } = await client.send("Runtime.evaluate", { expression: "MutationObserver.prototype" });
    const { objects } = await client.send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
    const { result: list } = await client.send("Runtime.callFunctionOn", { objectId: objects.objectId, functionDeclaration: "function () { return this.length; }", returnByValue: true });
    await client.send("Runtime.releaseObject", { objectId: objects.objectId });
    return { heap: usedSize, listeners: jsEventListeners, nodes, observers: list.value };
  };
  const play = (n) => page.evaluate(async (n) => { for (let i = 0; i < n; i++) { await window.engine.take(); await window.engine.act(); } }, n);
  // The answers of the newest 256 requests are kept on purpose: measure when that store is full.
  await play(150);
  const before = await state();
  for (let done = 0; done < rounds; done += 100) await play(Math.min(100, rounds - done));
  const after = await state();
  await page.close();
  return Object.fromEntries(Object.keys(before).map((key) => [key, after[key] - before[key]]));
}

const at = (engine, size, kind) => rows.find((row) => row.engine === engine && row.size === size && row.kind === kind && row.error === undefined);
for (const kind of kinds) {
  const own = at("own", 10000, kind);
  if (own === undefined) continue;
  const of = (engine) => rows.find((row) => row.engine === engine && row.size === 10000 && row.kind === kind);
  const times = (engine) => {
    const peer = of(engine);
    if (peer === undefined) return "-";
    if (peer.error !== undefined && !peer.late) return "-";
    return peer.error === undefined ? `${(peer.warm / own.warm).toFixed(0)} times` : `> ${(PATIENCE / own.warm).toFixed(0)} times`;
  };
  const kilobytes = (engine) => (of(engine)?.bytes === undefined ? "-" : (of(engine).bytes / 1024).toFixed(0));
  const large = at("own", 50000, kind);
  const held = await memory(kind, 10000);
  console.log(`summary  inspect ${kind}, 10k: ${own.ratio?.toFixed(1) ?? "-"} times a bare pass, ${times("pageAgent")} faster than page-agent, ${times("playwright")} than Playwright; longest block ${own.most.toFixed(0)} ms; t(50k)/t(10k) ${large === undefined ? "-" : (large.warm / own.warm).toFixed(1)}; recall ${own.recall.toFixed(3)}; snapshot ${kilobytes("own")} KB (page-agent ${kilobytes("pageAgent")}, Playwright ${kilobytes("playwright")}); held for each snapshot ${(held.snapshot / 1024).toFixed(0)} KB and for its answer ${(held.answer / 1024).toFixed(0)} KB`);
}
if (rounds > 0) {
  const grown = await growth();
  console.log(`summary  inspect, growth after ${rounds} rounds of inspect and act: heap ${(grown.heap / 1024).toFixed(0)} KB, listeners ${grown.listeners}, observers ${grown.observers}, nodes ${grown.nodes}`);
}
await browser.close();
