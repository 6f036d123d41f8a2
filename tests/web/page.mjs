// The page in a headless Chromium: it opens, plays, keeps what it should, and reports no error.
// node --experimental-websocket tests/web/page.mjs FOLDER DODGEM CHROMIUM [PICTURES]
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";

import { Browser, wait } from "./chromium.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
/** Seconds; a loaded machine draws some pictures a second. */
const PATIENCE = 90;
/** A round that is over soon. */
const SHORT = `(
    name: "Short",
    mode: Points,
    duration: 4.0,
    cars: [
        (name: "You", position: (0.0, 10.0), heading: 0.0, driver: Player, paint: "#d8322a"),
        (name: "Bianca", position: (8.0, -8.0), heading: 180.0, driver: Computer(Dodger), paint: "#2f6fd0"),
    ],
    things: [(solid: Box(width: 2.0, height: 1.0, length: 1.0), at: (0.0, 0.0, 3.0), mass: 60.0)],
)`;

const [folder, native, chromium, pictures] = process.argv.slice(2);
const server = createServer(async (request, answer) => {
  const name = new URL(request.url, "http://page").pathname.replace(/^\/$/, "/index.html");
  try {
    const bytes = await readFile(join(folder, name.replaceAll("..", "")));
    answer.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "text/plain" }).end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;
const files = await mkdtemp(join(tmpdir(), "dodgem-page-"));
let [passed, failed] = [0, 0];

/** Runs a check in a page of its own or in one that goes on, and counts it. */
async function check(name, work) {
  const begin = Date.now();
  try {
    await work();
    passed++;
    console.log(`ok: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.message}`);
    if (pictures) await browser.picture(join(pictures, "failed.png")).catch(() => {});
  }
}

function equal(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}

const browser = await Browser.open(chromium, [1280, 720]);
const screen = (name) => browser.until(`document.body?.dataset.screen === "${name}"`, PATIENCE, `screen ${name}`);
const snap = (name) => (pictures ? browser.picture(join(pictures, `${name}.png`)) : undefined);
const noErrors = () => equal(browser.errors.splice(0).join("\n"), "", "errors in the console");
const drop = (name, content) =>
  browser.value(`{
    const data = new DataTransfer();
    data.items.add(new File([${content}], ${JSON.stringify(name)}));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
  }`);
const kept = (path) => browser.value(`localStorage.getItem("dodgem:${path}")`);

await check("the page opens with the title", async () => {
  await browser.go(address);
  await browser.until("window.frames_of_game?.count > 2", PATIENCE, "pictures");
  await screen("title");
  await snap("title");
  const { first, loaded } = await browser.value("frames_of_game");
  console.log(`   first picture after ${Math.round(first)} ms, of which ${Math.round(loaded)} ms to load`);
  noErrors();
});

await check("keys choose a level, and the round begins", async () => {
  await browser.key("Enter", "Enter");
  await screen("round");
  await browser.key("KeyW", "w", 1500);
  await browser.key("Digit3", "3");
  await browser.key("Digit6", "6");
  await wait(1000);
  await snap("round");
  noErrors();
});

await check("sound began with the first key", async () => {
  const device = 'system_of_game.find("/dev/sound").device';
  await browser.until(`${device}.end > 0.5`, PATIENCE, "half a second of sound is handed over");
  equal(await browser.value("document.getElementById('hint').textContent"), "", "the hint");
  noErrors();
});

await check("the game pauses when its page is hidden, and offers no way to quit", async () => {
  await browser.value(`{
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
  }`);
  await screen("pause");
  await wait(500);
  await snap("pause");
  noErrors();
});

await check("settings are kept", async () => {
  const text = Buffer.from((await kept("/settings/settings.ron")) ?? "", "base64").toString();
  if (!text.includes("volume")) throw new Error(`the settings are: ${text}`);
});

await check("a dropped level is played", async () => {
  await drop("short.ron", JSON.stringify(SHORT));
  await screen("round");
  const hold = (type) => browser.call("Input.dispatchKeyEvent", { type, code: "KeyW", key: "w" });
  await hold("keyDown");
  await screen("result");
  await hold("keyUp");
  await snap("result");
  noErrors();
});

await check("its recording repeats natively, and the player drove", async () => {
  const path = "/data/recordings/round-00001.tape";
  await browser.until(`localStorage.getItem("dodgem:${path}")`, PATIENCE, "a recording is kept");
  const [tape, idle] = [join(files, "page.tape"), join(files, "idle.tape")];
  await writeFile(tape, Buffer.from(await kept(path), "base64"));
  execFileSync(native, ["replay", tape, "--check"], { stdio: "pipe" });
  await writeFile(join(files, "short.ron"), SHORT);
  // The second round of the page has the second seed.
  const driven = ["--player", "idle", "--difficulty", "easy", "--seed", "2", "--record", idle];
  execFileSync(native, ["sim", join(files, "short.ron"), ...driven], { stdio: "pipe" });
  const told = spawnSync(native, ["diff", tape, idle], { encoding: "utf8" }).stdout;
  if (!told.includes("did not do the same")) throw new Error(`compared with an idle player: ${told}`);
});

await check("a dropped recording is shown", async () => {
  const text = await kept("/data/recordings/round-00001.tape");
  await drop("round.tape", `Uint8Array.from(atob("${text}"), (letter) => letter.charCodeAt(0))`);
  await screen("replay");
  await wait(500);
  await snap("replay");
  noErrors();
});

await check("what is exported can be imported", async () => {
  const same = await browser.value(`(async () => {
    const { exportAll, importAll } = await import("./store.js");
    const text = exportAll(system_of_game);
    localStorage.clear();
    const count = importAll(system_of_game, text);
    const keys = Object.keys(localStorage).length;
    let refused = 0;
    for (const odd of ['{"format":"dodgem-data-1","files":{"/etc/passwd":""}}', "{}", "?"]) {
      try { importAll(system_of_game, odd); } catch { refused++; }
    }
    return count >= 2 && keys === count && exportAll(system_of_game) === text && refused === 3;
  })()`);
  equal(same, true, "the same files");
});

await check("a broken level is refused with its place", async () => {
  await drop("broken.ron", JSON.stringify("(name: 7)"));
  await wait(2500);
  await snap("broken");
  equal(await browser.value("document.body.dataset.screen"), "replay", "the screen");
  noErrors();
});

await check("a link opens a moment of a round with its views", async () => {
  await browser.go(`${address}?level=jump&seed=7&at=9.5&views=sweeps`);
  await screen("pause");
  await wait(1000);
  await snap("link");
  noErrors();
});

await check("an odd link opens the title", async () => {
  await browser.go(`${address}?level=../../etc&seed=x&at=-1&views=%00`);
  await browser.until("window.frames_of_game?.count > 2", PATIENCE, "pictures");
  await screen("title");
  noErrors();
});

await check("a link to a level that does not exist says so", async () => {
  await browser.go(`${address}?level=nowhere`);
  await browser.until("document.querySelector('#cover.failed')", PATIENCE, "the note");
  const said = await browser.value("document.getElementById('said').textContent");
  if (!said.includes("no such file")) throw new Error(said);
  await snap("nowhere");
  browser.errors.splice(0);
});

await check("a gamepad joins, begins a round and pauses it", async () => {
  const source = "navigator.getGamepads = () => [window.pad ?? null, null, null, null]";
  const { identifier } = await browser.call("Page.addScriptToEvaluateOnNewDocument", { source });
  await browser.go(address);
  await browser.until("window.frames_of_game?.count > 2", PATIENCE, "pictures");
  const press = async (pressed) => {
    for (const now of [-1, pressed, -1]) {
      const seen = await browser.value(`{
        const buttons = Array.from({ length: 17 }, (_, button) => ({ value: button === ${now} ? 1 : 0 }));
        window.pad = { connected: true, mapping: "standard", buttons, axes: [0, 0, 0, 0] };
        frames_of_game.count;
      }`);
      await browser.until(`frames_of_game.count > ${seen} + 1`, PATIENCE, "pictures");
    }
  };
  const [south, start] = [0, 9];
  // The first press only joins.
  await press(south);
  equal(await browser.value("document.body.dataset.screen"), "title", "the screen");
  await press(south);
  await screen("round");
  await press(start);
  await screen("pause");
  await browser.call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  noErrors();
});

await check("a browser without WebGL 2 is told so", async () => {
  const source = "HTMLCanvasElement.prototype.getContext = () => null";
  const { identifier } = await browser.call("Page.addScriptToEvaluateOnNewDocument", { source });
  await browser.go(address);
  await browser.until("document.getElementById('said')?.textContent.includes('WebGL 2')", PATIENCE, "the note");
  await snap("no_webgl");
  await browser.call("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  noErrors();
});

await browser.close();
server.close();
await rm(files, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
