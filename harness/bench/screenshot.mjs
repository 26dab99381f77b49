// Pictures of the corpus by the reference engine and by three libraries, beside the browser's own: how true they are and
// what they cost the page's main thread. `node screenshot.mjs [--pages a,b] [--engines own,snapdom]`.
//
// Cost is the processor time of the page's main thread (thread ticks, which other processes cannot inflate), the median
// of several runs; the spread of the runs is printed as the noise of the machine. What the pages name at
// //other.localhost, another origin without CORS, is served under that name too.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import pixelmatch from "pixelmatch";
import { chromium } from "playwright-core";
import { PNG } from "pngjs";
import { similarity } from "./screenshot-ssim.mjs";
import { longestTask } from "./screenshot-tasks.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const shots = join(root, "fixtures/shots");
const TYPES = { ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };
const LOADERS = { ".woff2": "dataurl", ".svg": "dataurl", ".png": "dataurl" };
const RUNS = 5;

const flag = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1].split(",");
};

function libraryBundles() {
  const files = new Map();
  for (const name of readdirSync(join(shots, "libraries"))) {
    const built = buildSync({
      entryPoints: [join(shots, "libraries", name)], bundle: true, format: "iife", minify: true, jsx: "automatic", write: false, outdir: "out", loader: LOADERS,
      nodePaths: [join(root, "fixtures/node_modules")],
      define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
    });
    const page = name.replace(/\.tsx?$/, "");
    let style = "";
    for (const file of built.outputFiles) {
      const path = `/lib/${page}${extname(file.path)}`;
      files.set(path, Buffer.from(file.contents));
      if (path.endsWith(".css")) style = `<link rel="stylesheet" href="${path}">`;
    }
    files.set(`/${page}.html`, Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${page}</title>${style}<body style="margin:0"><div id="app"></div><script src="/lib/${page}.js"></script></body></html>`));
  }
  return files;
}

function engines() {
  const contents = `
    import { capture } from ${JSON.stringify(join(root, "executor-js/src/page/screenshot/capture.ts"))};
    import { snapdom } from "@zumer/snapdom";
    import { domToBlob } from "modern-screenshot";
    import html2canvas from "html2canvas-pro";
    const page = document.documentElement;
    const base64 = (blob) => new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result.split(",")[1]); r.readAsDataURL(blob); });
    const cut = async (canvas, x, y) => { const c = document.createElement("canvas"); c.width = innerWidth; c.height = innerHeight; c.getContext("2d").drawImage(canvas, x, y); return base64(await new Promise((done) => c.toBlob(done))); };
    window.shot = {
      own: async (lossless) => { const r = await capture({ isSdkNode: () => false, mask: true, now: () => performance.now(), sleep: (ms) => new Promise((done) => setTimeout(done, ms)), ...(lossless && { format: "png", maxBytes: 1e8 }) }); if (!r.ok) throw new Error(r.code + " " + r.reason); return { data: r.data, omitted: r.omitted }; },
      snapdom: async () => ({ data: await cut(await (await snapdom(page, { dpr: 1, cache: "disabled", backgroundColor: "#fff" })).toCanvas(), -scrollX, -scrollY), omitted: [] }),
      modern: async () => ({ data: await base64(await domToBlob(page, { width: innerWidth, height: innerHeight, scale: 1, backgroundColor: "#fff" })), omitted: [] }),
      html2canvas: async () => ({ data: await cut(await html2canvas(page, { width: innerWidth, height: innerHeight, x: scrollX, y: scrollY, scale: 1, logging: false }), 0, 0), omitted: [] }),
    };`;
  return buildSync({ stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) }, bundle: true, format: "iife", minify: true, write: false, target: "es2022" }).outputFiles[0].text;
}

const library = libraryBundles();
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://x");
  const file = join(shots, "pages", pathname);
  const body = library.get(pathname) ?? (existsSync(file) && !pathname.endsWith("/") ? readFileSync(file) : undefined);
  response.writeHead(body === undefined ? 404 : 200, { "content-type": TYPES[extname(pathname)] ?? "application/octet-stream" });
  response.end(body);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://localhost:${server.address().port}`;
const script = engines();
const all = [...readdirSync(join(shots, "pages")).filter((f) => f.endsWith(".html")), ...[...library.keys()].filter((f) => f.endsWith(".html")).map((f) => f.slice(1))].map((f) => f.replace(".html", ""));
const pages = flag("pages") ?? all;
const wanted = flag("engines") ?? ["own", "snapdom", "modern", "html2canvas"];
const port = server.address().port;
const browser = await chromium.launch({
  executablePath: process.env.CHROME ?? "/usr/bin/chromium",
  // The pages name no port: the other origin answers at the port of http.
  args: ["--no-sandbox", `--host-resolver-rules=MAP other.localhost:80 127.0.0.1:${port}`],
});
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = [];

for (const name of pages) {
  for (const engine of wanted) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    try {
      await page.goto(`${address}/${name}.html`);
      await page.evaluate(async () => {
        await document.fonts.ready;
        document.activeElement?.blur?.();
        for (const animation of document.getAnimations()) animation.pause();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      });
      const truth = PNG.sync.read(await page.screenshot());
      const cuts = await page.evaluate(() => [...document.querySelectorAll("[data-cut]")].map((e) => e.getBoundingClientRect().toJSON()));
      await page.evaluate(script);
      const client = await page.context().newCDPSession(page);
      await client.send("Performance.enable", { timeDomain: "threadTicks" });
      const busy = async () => (await client.send("Performance.getMetrics")).metrics.find((m) => m.name === "TaskDuration").value * 1000;
      const times = [];
      for (let run = 0; run < RUNS; run++) {
        const before = await busy();
        // What travels back to this script is not part of the cost.
        await page.evaluate((e) => window.shot[e](false).then(() => undefined), engine);
        times.push((await busy()) - before);
        if (times[0] > 2000) break;
      }
      const task = await longestTask(browser, page, () => page.evaluate((e) => window.shot[e](false).then(() => undefined), engine));
      const got = await page.evaluate((e) => window.shot[e](true), engine);
      const picture = PNG.sync.read(Buffer.from(got.data, "base64"));
      const skip = [...cuts, ...got.omitted.map((o) => o.rect)];
      for (const m of [truth, picture]) for (const r of skip) paint(m, r);
      const { width, height } = truth;
      const different = picture.width === width && picture.height === height ? pixelmatch(truth.data, picture.data, undefined, width, height, { threshold: 0.1, includeAA: true }) / (width * height) : 1;
      rows.push({ name, engine, ssim: different === 1 ? 0 : similarity(truth.data, picture.data, width, height), different, ms: median(times), noise: Math.max(...times) - Math.min(...times), task });
    } catch (error) {
      rows.push({ name, engine, ssim: 0, different: 1, ms: NaN, noise: NaN, task: NaN, error: String(error.message).split("\n")[0] });
    } finally {
      await page.close();
    }
    const row = rows.at(-1);
    console.log(`${name.padEnd(16)} ${engine.padEnd(12)} ssim ${row.ssim.toFixed(4)}  different ${(row.different * 100).toFixed(3).padStart(7)} %  main thread ${row.ms.toFixed(1).padStart(7)} ms (spread ${row.noise.toFixed(1)})  longest task ${row.task.toFixed(1).padStart(6)} ms${row.error ? `  ${row.error}` : ""}`);
  }
}
for (const engine of wanted) {
  const mine = rows.filter((row) => row.engine === engine);
  const at = (key, share) => { const values = mine.map((row) => row[key]).filter((v) => !Number.isNaN(v)).sort((a, b) => a - b); return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN; };
  console.log(`summary  pictures, ${engine}: ssim median ${at("ssim", 0.5).toFixed(4)}, 10th percentile ${at("ssim", 0.1).toFixed(4)}, least ${at("ssim", 0).toFixed(4)}; different median ${(at("different", 0.5) * 100).toFixed(3)} %, 90th percentile ${(at("different", 0.9) * 100).toFixed(3)} %, most ${(at("different", 1) * 100).toFixed(3)} %; main thread median ${at("ms", 0.5).toFixed(1)} ms, most ${at("ms", 1).toFixed(1)} ms; longest task median ${at("task", 0.5).toFixed(1)} ms, most ${at("task", 1).toFixed(1)} ms`);
}
await browser.close();
server.close();

function paint(picture, r) {
  for (let y = Math.max(0, Math.floor(r.y)); y < Math.min(picture.height, r.y + r.height); y++) {
    for (let x = Math.max(0, Math.floor(r.x)); x < Math.min(picture.width, r.x + r.width); x++) picture.data.fill(255, 4 * (y * picture.width + x), 4 * (y * picture.width + x) + 4);
  }
}
