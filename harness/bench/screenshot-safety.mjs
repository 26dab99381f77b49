// What no picture may do, tried on every page of the corpus: show a secret or its length, show the SDK, leave a trace in
// the page, be blank, or fail without saying why. Each rule has a control that breaks it on purpose and must be noticed.
// `node screenshot.mjs --safety on`.

/** Runs in the page: adds an SDK host and secrets, takes pictures, and tells which rules were broken. */
async function inPage({ seconds }) {
  const put = (html) => {
    const box = document.createElement("div");
    box.innerHTML = html;
    return document.body.appendChild(box.firstElementChild);
  };
  const fixed = "position:fixed;z-index:2147483000;left:";
  const host = put(`<div style="${fixed}40px;top:40px;width:120px;height:60px;background:#ff01fe"></div>`);
  const secrets = put(
    `<form style="${fixed}240px;top:40px"><input type="password"><input autocomplete="cc-number"><input autocomplete="one-time-code"><b data-sensitive></b></form>`,
  );
  const say = (text) => {
    for (const input of secrets.querySelectorAll("input")) input.value = text;
    secrets.querySelector("b").textContent = text;
    secrets.querySelector("b").style.cssText = "display:inline-block;width:80px;height:20px";
    for (const input of document.querySelectorAll("input[data-cut]")) input.value = text;
  };
  const shoot = async (options) => {
    const start = performance.now();
    const got = await window.safeShot(host, options);
    got.late = performance.now() - start > seconds * 1000;
    return got;
  };
  const colours = async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return { marker: pixels.includes(0xfffe01ff), blank: pixels.every((p) => p === pixels[0]) };
  };
  const broken = [];
  const rule = (name, holds) => holds || broken.push(name);

  say("hunter2");
  let traces = 0;
  const watch = new MutationObserver((list) => void (traces += list.length));
  const count = () => void traces++;
  const events = ["scroll", "focus", "blur", "focusin", "focusout", "selectionchange", "input", "change"];
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const name of events) window.addEventListener(name, count, true);
  const first = await shoot({});
  traces += watch.takeRecords().length;
  watch.disconnect();
  for (const name of events) window.removeEventListener(name, count, true);
  rule(`a picture (${first.code ?? ""} ${first.reason ?? ""})`, first.ok && !first.late);
  rule(`no trace (${traces})`, traces === 0);
  if (!first.ok) return broken;
  const seen = await colours(first.data);
  rule("never blank", !seen.blank);
  rule("no marker", !seen.marker);

  say("a much longer secret than before");
  const second = await shoot({});
  rule("two secrets, one picture", second.data === first.data);

  // The controls: each breaks one rule, and the check of that rule must see it.
  const bare = await shoot({ mask: false });
  rule("control: unmasked secrets are seen", bare.ok && bare.data !== first.data);
  const shown = await shoot({ exclude: false });
  // A modal dialog of the page covers the host: then there is nothing to be seen.
  rule("control: the SDK is seen", document.querySelector(":modal") !== null || (shown.ok && (await colours(shown.data)).marker));
  return broken;
}

/** Loads a page three times: as it is, where nothing is ever painted, and under a policy that forbids every image. */
export async function checkSafety(browser, address, name, script) {
  const open = async (query, before) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    if (before !== undefined) await page.addInitScript(before);
    await page.goto(`${address}/${name}.html${query}`);
    await page.evaluate(async () => {
      await document.fonts.ready;
      document.activeElement?.blur?.();
      for (const animation of document.getAnimations()) animation.pause();
      for (const video of document.querySelectorAll("video")) video.pause();
    });
    await page.evaluate(script);
    return page;
  };
  const broken = [];
  const page = await open("");
  broken.push(...(await page.evaluate(inPage, { seconds: 3 })));
  await page.close();
  for (const [query, before, code, reason] of [
    ["", () => void (CanvasRenderingContext2D.prototype.drawImage = () => undefined), "failed", "blank"],
    ["?csp", undefined, "failed", "csp_blocked"],
  ]) {
    const strict = await open(query, before);
    const got = await strict.evaluate(async () => {
      const start = performance.now();
      const { ok, code, reason } = await window.safeShot(null, {});
      return { ok, code, reason, ms: performance.now() - start };
    });
    if (got.ok || got.code !== code || got.reason !== reason || got.ms > 3000) broken.push(`${reason} is told (${JSON.stringify(got)})`);
    await strict.close();
  }
  return broken;
}
