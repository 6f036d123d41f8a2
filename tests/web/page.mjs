// The page in a headless Chromium: it opens, plays, keeps what it should, and reports no error.
// node tests/web/page.mjs FOLDER DODGEM CHROMIUM [PICTURES]
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";

import { Browser, wait } from "./chromium.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
/** Seconds; a loaded machine draws some pictures a second. */
const PATIENCE = Number(process.env.DODGEM_WEB_PATIENCE) || (process.env.CI ? 240 : 90);
/** The size of the page: small, as the graphics are drawn in software. */
const [WIDE, HIGH] = (process.env.DODGEM_WEB_SIZE ?? "800x450").split("x").map(Number);
const SCREEN = { width: WIDE, height: HIGH, mobile: false, deviceScaleFactor: 1 };
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

/** A scene in which a box covers the middle of the picture. */
const SCENE = `(
    name: "Box",
    mode: Free,
    arena: Rectangle(width: 40.0, depth: 40.0),
    things: [(solid: Box(width: 6.0, height: 6.0, length: 6.0), at: (0.0, 0.0, 0.0), mass: 60.0)],
)`;

/** A scene with a box of a colour that nothing else has, and free ground around it. */
const LANDMARK = `(
    name: "Landmark",
    mode: Free,
    arena: Rectangle(width: 60.0, depth: 60.0),
    things: [(solid: Box(width: 2.0, height: 2.0, length: 2.0), at: (0.0, 0.0, 0.0), mass: 60.0, paint: "#ff00ff")],
)`;

const [folder, native, chromium, pictures] = process.argv.slice(2);
if (pictures) mkdirSync(pictures, { recursive: true });
/** Settled once a slow server sends the second half of the program. */
let slow;
const server = createServer(async (request, answer) => {
  const name = new URL(request.url, "http://page").pathname.replace(/^\/$/, "/index.html");
  try {
    const bytes = await readFile(join(folder, name.replaceAll("..", "")));
    answer.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "text/plain" });
    if (slow && name.endsWith(".wasm")) {
      answer.write(bytes.subarray(0, bytes.length / 2));
      await slow;
      answer.end(bytes.subarray(bytes.length / 2));
    } else answer.end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;
const files = await mkdtemp(join(tmpdir(), "dodgem-page-"));
let [passed, failed] = [0, 0];

/** A pattern of the names of the checks to run; empty for all. */
const only = new RegExp(process.env.DODGEM_WEB_ONLY ?? "");

/** Runs a check in a page of its own or in one that goes on, and counts it. */
async function check(name, work) {
  if (!only.test(name)) return;
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

const browser = await Browser.open(chromium, [WIDE, HIGH]);
await browser.call("Browser.grantPermissions", {
  permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"],
  origin: new URL(address).origin,
});
const screen = (name) => browser.until(`document.body?.dataset.screen === "${name}"`, PATIENCE, `screen ${name}`);
const snap = (name) => (pictures ? browser.picture(join(pictures, `${name}.png`)) : undefined);
const noErrors = () => equal(browser.errors.splice(0).join("\n"), "", "errors in the console");
const drop = (name, content) =>
  browser.value(`{
    const data = new DataTransfer();
    data.items.add(new File([${content}], ${JSON.stringify(name)}));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
  }`);
/** Forgets the link that was copied last, copies one by `act`, and returns it. */
async function copied(act) {
  await browser.value('navigator.clipboard.writeText("none")');
  await act();
  for (const end = Date.now() + 1000 * PATIENCE; Date.now() < end; await wait(100)) {
    const text = await browser.value("navigator.clipboard.readText()");
    if (text !== "none") return text;
  }
  throw new Error("no link was copied");
}
const pack = (text) => deflateRawSync(text).toString("base64url");
const unpack = (text) => inflateRawSync(Buffer.from(text, "base64url"));
/** The place in the page of a point of the game's picture, in its units. */
const place = (x, y) =>
  browser.value(`{
    const { width, height } = document.getElementById("glcanvas").getBoundingClientRect();
    const scale = Math.min(width / 1280, height / 720);
    [(${x} < 0 ? width + ${x} * scale : ${x} * scale), (${y} < 0 ? height + ${y} * scale : ${y} * scale)];
  }`);
/** The number of pixels of the page whose `red`, `green` and `blue` satisfy a condition, and their mean place. */
async function pixels(condition) {
  const { data } = await browser.call("Page.captureScreenshot", { format: "png" });
  return browser.value(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${data}";
    await image.decode();
    const plane = new OffscreenCanvas(image.width, image.height).getContext("2d");
    plane.drawImage(image, 0, 0);
    const { data, width } = plane.getImageData(0, 0, image.width, image.height);
    let [count, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
      const left = (at / 4) % width;
      if (${condition}) [count, sum] = [count + 1, sum + left];
    }
    return { count, left: sum / count };
  })()`);
}
const landmark = () => pixels("red > 60 && red > 1.6 * green && blue > 1.6 * green");
/** Waits until the game has drawn some further pictures. */
async function drawn(count = 3) {
  const seen = await browser.value("frames_of_game.count");
  await browser.until(`frames_of_game.count >= ${seen + count}`, PATIENCE, "pictures");
}
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

await check("progress is shown while the program loads", async () => {
  let go;
  slow = new Promise((done) => (go = done));
  await browser.go(address);
  await browser.until("(document.getElementById('progress')?.value ?? 0) > 0.3", PATIENCE, "a third is loaded");
  const [value, said] = await browser.value(
    "[document.getElementById('progress').value, document.getElementById('said').textContent]",
  );
  if (value > 0.7 || !said.includes("Loading")) throw new Error(`${value} of the bar, ${said}`);
  slow = undefined;
  go();
  await browser.until("window.frames_of_game?.count > 2", PATIENCE, "pictures");
  equal(await browser.value("document.getElementById('cover').hidden"), true, "the cover is gone");
  noErrors();
});

await check("the picture has the screen's own pixels, and fills it", async () => {
  const size = { width: 640, height: 400, mobile: false };
  await browser.call("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 2 });
  const canvas = "document.getElementById('glcanvas')";
  await browser.until(`${canvas}.width === 1280 && ${canvas}.clientWidth === 640`, PATIENCE, "twice the pixels");
  await browser.call("Emulation.setDeviceMetricsOverride", SCREEN);
  await browser.until(`${canvas}.width === ${WIDE} && ${canvas}.clientWidth === ${WIDE}`, PATIENCE, "the old size");
  const [x, y] = await browser.value(`{
    const { left, top, width, height } = document.getElementById("full").getBoundingClientRect();
    [left + width / 2, top + height / 2];
  }`);
  await browser.click(x, y);
  await browser.until(`document.fullscreenElement === ${canvas}`, PATIENCE, "full screen");
  await browser.value("document.exitFullscreen()");
  await browser.until("document.fullscreenElement === null", PATIENCE, "no full screen");
  noErrors();
});

await check("keys choose a level, and the round begins", async () => {
  await browser.key("Enter", "Enter");
  await screen("round");
  await browser.key("KeyW", "w", 1500);
  await browser.key("Digit3", "3");
  await browser.key("Digit6", "6");
  await drawn();
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

await check("the round up to here travels in a link, and opens at its moment", async () => {
  await browser.key("KeyQ", "q");
  await wait(300);
  equal(await browser.value("document.body.dataset.screen"), "pause", "the screen after the key to quit");
  const link = await copied(async () => {
    for (let item = 0; item < 3; item++) await browser.key("ArrowDown", "ArrowDown");
    await browser.key("Enter", "Enter");
  });
  if (!link.startsWith(address)) throw new Error(link.slice(0, 200));
  // Those that the keys 3 and 6 switched on in the round.
  for (const view of ["tree", "sweeps"]) if (!link.split("#")[0].includes(view)) throw new Error(`no view ${view}: ${link.slice(0, 200)}`);
  console.log(`   a link of ${link.length} letters`);
  const tape = join(files, "link.tape");
  await writeFile(tape, unpack(link.split("#tape=")[1]));
  execFileSync(native, ["replay", tape, "--check"], { stdio: "pipe" });
  await browser.go("about:blank");
  await browser.go(link);
  await screen("replay");
  const again = await copied(() => browser.withControl("c"));
  equal(again.split("&views")[0].split("#")[0], link.split("&views")[0].split("#")[0], "the moment");
  await browser.key("KeyX", "x");
  await screen("why");
  noErrors();
});

await check("settings are kept", async () => {
  const text = Buffer.from((await kept("/settings/settings.ron")) ?? "", "base64").toString();
  if (!text.includes("volume")) throw new Error(`the settings are: ${text}`);
});

await check("a dropped level is played", async () => {
  // An explanation has to be closed before something else is opened.
  await browser.key("Escape", "Escape");
  await screen("replay");
  await drop("short.ron", JSON.stringify(SHORT));
  await screen("round");
  const hold = (type) => browser.call("Input.dispatchKeyEvent", { type, code: "KeyW", key: "w" });
  await hold("keyDown");
  await screen("result");
  const { count, milliseconds } = await browser.value("frames_of_game");
  console.log(`   ${(milliseconds / count).toFixed(1)} ms of the page's thread for a picture`);
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
    const same = count >= 2 && keys === count && exportAll(system_of_game) === text && refused === 3;
    // Fill the store up: an import that does not fit must say so and change nothing.
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      for (let more = true, number = 0; more; number++) {
        try { localStorage.setItem("fill" + size + "-" + number, "x".repeat(size)); } catch { more = false; }
      }
    }
    const all = () => JSON.stringify(Object.entries(localStorage).sort());
    const before = all();
    const path = "/data/recordings/large.tape";
    const files = { ...JSON.parse(text).files, [path]: btoa("y".repeat(90000)) };
    let said = "";
    try { importAll(system_of_game, JSON.stringify({ format: "dodgem-data-1", files })); } catch ({ message }) { said = message; }
    const unchanged = all() === before && system_of_game.read(path) === undefined;
    for (const key of Object.keys(localStorage)) if (key.startsWith("fill")) localStorage.removeItem(key);
    return same && unchanged && said.includes("keeps no more") && exportAll(system_of_game) === text;
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

await check("a pasted level is played", async () => {
  await browser.go(address);
  await screen("title");
  await browser.value(`navigator.clipboard.writeText(${JSON.stringify(SHORT)})`);
  await browser.withControl("v");
  await screen("round");
  noErrors();
});

await check("two thumbs drive and boost, and a tap leaves the result", async () => {
  await browser.value('localStorage.removeItem("dodgem:/data/recordings/round-00001.tape")');
  await browser.renewTab();
  await browser.go(address);
  await screen("title");
  await drop("short.ron", JSON.stringify(SHORT));
  await screen("round");
  const [stick, ahead, boost] = [await place(220, 480), await place(250, 380), await place(-90, -90)];
  await browser.touch("touchStart", [1, ...stick]);
  await browser.touch("touchStart", [1, ...stick], [2, ...boost]);
  await browser.touch("touchMove", [1, ...ahead], [2, ...boost]);
  await wait(1500);
  await snap("touch");
  await screen("result");
  await browser.touch("touchEnd");
  const path = "/data/recordings/round-00001.tape";
  await browser.until(`localStorage.getItem("dodgem:${path}")`, PATIENCE, "a recording is kept");
  const [tape, idle] = [join(files, "touch.tape"), join(files, "idle.tape")];
  await writeFile(join(files, "short.ron"), SHORT);
  const driven = ["--player", "idle", "--difficulty", "easy", "--record", idle];
  execFileSync(native, ["sim", join(files, "short.ron"), ...driven], { stdio: "pipe" });
  await writeFile(tape, Buffer.from(await kept(path), "base64"));
  execFileSync(native, ["replay", tape, "--check"], { stdio: "pipe" });
  const told = spawnSync(native, ["diff", tape, idle], { encoding: "utf8" }).stdout;
  if (!told.includes("did not do the same")) throw new Error(`compared with an idle player: ${told}`);
  await drawn();
  await wait(1500);
  await snap("touch_result");
  await browser.tap(...(await place(-72, 515)));
  await screen("title");
  noErrors();
});

await check("one finger is the hand, and its scene travels in a link", async () => {
  await browser.renewTab();
  await browser.go(`${address}#scene=${pack(SCENE)}`);
  await screen("round");
  const [middle, aside] = [await place(640, 330), await place(900, 330)];
  await drawn();
  await browser.touch("touchStart", [1, ...middle]);
  await drawn(2);
  for (let step = 1; step <= 10; step++) {
    const at = middle.map((from, axis) => from + ((aside[axis] - from) * step) / 10);
    await browser.touch("touchMove", [1, ...at]);
    await drawn(1);
  }
  await drawn();
  await snap("touch_hand");
  await browser.touch("touchEnd");
  await drawn();
  await browser.tap(...(await place(70, 187)));
  await screen("pause");
  await drawn();
  await snap("touch_pause");
  // The menu of a scene is a line at the top.
  const link = await copied(async () => browser.tap(...(await place(620, 35))));
  const scene = unpack(link.split("#scene=")[1] ?? "").toString();
  const at = /(?:at|center): \(([-\d.]+), ([-\d.]+), ([-\d.]+)\)/.exec(scene)?.slice(1).map(Number) ?? [0, 0, 0];
  if (Math.hypot(at[0], at[2]) < 0.2) throw new Error(`the box did not move: ${scene}`);
  const backup = "/data/unsaved/scene-00001.json";
  const made = async () => Buffer.from((await kept(backup)) ?? "", "base64").toString();
  equal(await made(), "", "a backup before its minute is over");
  // Another link in the same tab; the minute until the next backup is not over.
  await browser.value(`window.before = true; location.hash = "#scene=${pack(SHORT)}"`);
  await browser.until("!window.before && window.frames_of_game?.count > 2", PATIENCE, "the second link");
  if (!(await made()).includes("Box")) throw new Error(`no backup of the scene: ${await made()}`);
  await browser.value(`localStorage.removeItem("dodgem:${backup}")`);
  noErrors();
});

await check("two fingers come nearer and turn", async () => {
  await browser.renewTab();
  await browser.go(`${address}#scene=${pack(LANDMARK)}`);
  await screen("round");
  await drawn();
  // Fingers on free ground: side by side, apart, and both moved aside.
  const at = (...places) => Promise.all(places.map((left) => place(left, 620)));
  const [together, apart, aside] = [await at(250, 390), await at(205, 435), await at(290, 430)];
  /** Moves two fingers in a line, a picture for each step. */
  const move = async ([one, other], [one_end, other_end]) => {
    await browser.touch("touchStart", [1, ...one]);
    await browser.touch("touchStart", [1, ...one], [2, ...other]);
    await drawn(2);
    for (let step = 1; step <= 8; step++) {
      const way = (from, to) => from.map((value, axis) => value + ((to[axis] - value) * step) / 8);
      await browser.touch("touchMove", [1, ...way(one, one_end)], [2, ...way(other, other_end)]);
      await drawn(2);
    }
    await browser.touch("touchEnd");
    await drawn();
  };
  const before = await landmark();
  await move(together, apart);
  const nearer = await landmark();
  await snap("pinched");
  if (!(before.count > 100 && nearer.count > 1.2 * before.count)) {
    throw new Error(`${before.count} pixels of the box, after the pinch ${nearer.count}`);
  }
  await move(together, aside);
  const turned = await landmark();
  await snap("turned");
  if (!(Math.abs(turned.left - nearer.left) > 0.01 * WIDE)) {
    throw new Error(`the box was at ${nearer.left} from the left, after the turn at ${turned.left}`);
  }
  noErrors();
});

await check("the panels of the sandbox come up", async () => {
  await browser.go(`${address}?from=panels#scene=${pack(LANDMARK)}`);
  await screen("round");
  await drawn();
  const dark = "left > 0.8 * width && red < 40 && green < 40 && blue < 60";
  const before = await pixels(dark);
  await browser.key("F2", "F2");
  await drawn(6);
  const after = await pixels(dark);
  await snap("panels");
  if (!(after.count > before.count + 0.04 * WIDE * HIGH)) throw new Error(`${before.count} dark pixels, then ${after.count}`);
  noErrors();
});

await check("a link opens a moment of a round with its views", async () => {
  await browser.go(`${address}?level=jump&seed=7&at=9.5&views=sweeps`);
  await screen("pause");
  await drawn();
  await snap("link");
  noErrors();
});

await check("on a screen with twice the pixels the pointer finds its place", async () => {
  const size = { width: 640, height: 400, mobile: false };
  await browser.call("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 2 });
  await browser.until("document.getElementById('glcanvas').width === 1280", PATIENCE, "twice the pixels");
  await drawn();
  const [x, y] = await place(130, 370);
  const link = await copied(async () => {
    await browser.call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await drawn();
    await browser.click(x, y);
  });
  if (!link.includes("level=jump")) throw new Error(link.slice(0, 200));
  await snap("twice");
  await browser.call("Emulation.setDeviceMetricsOverride", SCREEN);
  noErrors();
});

await check("a link explains the crash of its moment", async () => {
  await browser.go(`${address}?level=jump&seed=7&at=9.5&views=sweeps&why=1&utm_source=mail`);
  await screen("why");
  await wait(2000);
  await snap("link_why");
  noErrors();
});

await check("an odd link says what is odd", async () => {
  for (const [link, said] of [
    ["?level=../../etc", "level is `../../etc`"],
    ["?level=ice&at=-1", "at is `-1`"],
    ["#scene=AAAA", "cannot be unpacked"],
    [`#scene=${pack("(name: 7)")}`, "scene.ron:1:8"],
    [`#tape=${"A".repeat(20000)}`, "longer than"],
  ]) {
    await browser.go("about:blank");
    await browser.go(`${address}${link}`);
    await browser.until("document.querySelector('#cover.failed')", PATIENCE, "the note");
    const text = await browser.value("document.getElementById('said').textContent");
    if (!text.includes(said)) throw new Error(text);
    browser.errors.splice(0);
  }
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
