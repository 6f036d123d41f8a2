// The page around the program: it loads and starts it, and is its devices.

import { download, exportAll, importAll, keep } from "./store.js";
import { pads, Sound } from "./devices.js";
import { commandLine, copyText } from "./link.js";
import { complete, Exit, System } from "./system.js";

const PROGRAM = "dodgem.wasm";
/** The largest file that is handed to the game, in bytes; the game itself allows less. */
const MOST_BYTES = 64 << 20;
/** The most pixels for each of the page's own, per side: phones have more than their graphics can fill. */
const MOST_PIXELS = 2;
/** The length of the program in bytes, for servers that do not tell it; set when the page is built. */
const PROGRAM_BYTES = Number("@PROGRAM_BYTES@") || 4e6;

const element = (id) => document.getElementById(id);
const canvas = element("glcanvas");
const printed = [];
let stopped = false;

/** Ends the game with a readable reason. */
function fail(reason) {
  if (stopped) return;
  stopped = true;
  element("cover").hidden = false;
  element("cover").classList.add("failed");
  element("said").textContent = reason;
}

function note(text) {
  element("hint").textContent = text;
}

// ---- the graphics ----

/**
 * gl.js asks for a context without options; edges would not be smooth. Without graphics hardware they are not
 * either, as that doubles the time of a picture. Pictures of the window need alpha.
 * miniquad asks for textures of depth as in the first WebGL; the second wants the number of bits.
 */
function chooseContext(antialias) {
  const original = canvas.getContext.bind(canvas);
  canvas.getContext = (kind) => {
    const gl = original(kind, { alpha: true, antialias, powerPreference: "high-performance" });
    const texImage2D = gl.texImage2D.bind(gl);
    gl.texImage2D = (target, level, format, ...rest) => {
      if (format !== gl.DEPTH_COMPONENT) return texImage2D(target, level, format, ...rest);
      const [width, height, border] = rest;
      const bits = [gl.DEPTH_COMPONENT24, width, height, border, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT, null];
      return texImage2D(target, level, ...bits);
    };
    return gl;
  };
}

/** The game's window has the pixels of the screen, up to a limit; the program itself knows no other unit. */
function chooseResolution(env) {
  window.dpi_scale = () => Math.min(MOST_PIXELS, window.devicePixelRatio || 1);
  env.dpi_scale = () => 1;
}

/** The name of what draws; undefined if there is no WebGL 2. */
function graphics() {
  const context = document.createElement("canvas").getContext("webgl2");
  if (context === null) return undefined;
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

// ---- what happens on the page, for the game: the device /dev/page ----

const events = [];
const page = {
  read: () => new TextEncoder().encode(events.splice(0).map((event) => `${event}\n`).join("")),
  write: (bytes) => {
    document.body.dataset.screen = new TextDecoder().decode(bytes).trim();
  },
};

/** Hands a file to the game, which checks and opens it. */
async function hand(system, file) {
  if (file.size > MOST_BYTES) {
    note(`${file.name} is too large`);
    return;
  }
  const name = file.name.replaceAll(/[^\w .()-]/g, "_").slice(-80);
  system.write(`/dropped/${name}`, new Uint8Array(await file.arrayBuffer()));
  events.push(`open /dropped/${name}`);
  canvas.focus();
}

// ---- keys and focus ----

const held = new Set();

function releaseKeys() {
  for (const code of held) canvas.dispatchEvent(new KeyboardEvent("keyup", { code }));
  held.clear();
}

/** Runs a frame in which the game pauses and keeps an unsaved scene, as a hidden page has no frames of its own. */
function settle() {
  if (stopped || !window.system_of_game) return;
  events.push("hidden");
  window.wasm_exports.frame();
}

function followFocus() {
  canvas.addEventListener("keydown", (event) => {
    held.add(event.code);
    // Keys of the sandbox that would save, mark or search the page.
    if (event.ctrlKey && ["KeyS", "KeyD", "KeyF"].includes(event.code)) event.preventDefault();
  });
  canvas.addEventListener("keyup", (event) => held.delete(event.code));
  window.addEventListener("blur", releaseKeys);
  canvas.addEventListener("blur", releaseKeys);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      releaseKeys();
      settle();
    }
  });
  window.addEventListener("pagehide", settle);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}

// ---- the strip below the game ----

function changeFullScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : canvas.requestFullscreen?.();
  // A browser refuses without a key or click, and some phones have none.
  if (change) change.catch(() => note("the browser did not allow full screen"));
  else note("this browser has no full screen");
  canvas.focus();
}

/** Asks for files and gives them to `use`. */
function pick(accept, use) {
  const input = Object.assign(document.createElement("input"), { type: "file", accept });
  input.addEventListener("change", () => [...input.files].forEach(use));
  input.click();
}

function fillStrip(system) {
  element("full").addEventListener("click", changeFullScreen);
  element("file").addEventListener("click", () => pick(".ron,.tape", (file) => hand(system, file)));
  element("export").addEventListener("click", () => {
    download("dodgem-data.json", exportAll(system), "application/json");
    canvas.focus();
  });
  element("import").addEventListener("click", () =>
    pick(".json", async (file) => {
      try {
        if (file.size > MOST_BYTES) throw new Error("it is too large");
        const count = importAll(system, await file.text());
        // The running game knows nothing of these files, and must not write over them.
        system.onChange = () => {};
        note(`${count} files read; reloading …`);
        setTimeout(() => location.reload(), 800);
      } catch (error) {
        note(`${file.name} cannot be imported: ${error.message}`);
      }
    }),
  );
}

// ---- loading ----

/** Fetches and compiles the program and shows the progress. */
async function load() {
  const answer = await fetch(PROGRAM);
  if (!answer.ok) throw new Error(`${PROGRAM} cannot be loaded (${answer.status})`);
  let done = 0;
  const counter = new TransformStream({
    transform(piece, out) {
      done += piece.length;
      element("progress").value = Math.min(1, done / PROGRAM_BYTES);
      out.enqueue(piece);
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(answer.body.pipeThrough(counter), { headers }));
}

/** Runs each frame of the game; an error ends it with a note. */
function watchFrames(exports) {
  // Milliseconds, for measurements.
  const frames = (window.frames_of_game = { loaded: performance.now(), count: 0, milliseconds: 0, worst: 0, first: 0 });
  return () => {
    if (stopped) return;
    const begin = performance.now();
    try {
      exports.frame();
    } catch (error) {
      console.error(error);
      fail(`The game has stopped because of an error in it.\n\n${printed.slice(-6).join("\n")}\n${error}`);
      return;
    }
    const spent = performance.now() - begin;
    if (frames.count === 0) Object.assign(frames, { started: begin, opening: spent });
    frames.count++;
    frames.milliseconds += spent;
    frames.worst = Math.max(frames.worst, spent);
    if (frames.count === 2) {
      // By now the first picture is on the screen.
      frames.first = performance.now();
      element("cover").hidden = true;
    }
  };
}

async function start() {
  const drawnBy = graphics();
  if (drawnBy === undefined) {
    fail(
      "This browser does not offer WebGL 2, which draws the game.\n\n" +
        "A current Firefox, Chrome, Edge or Safari has it. If yours is current, hardware acceleration may be " +
        "switched off in its settings.",
    );
    return;
  }
  const system = new System(commandLine(location), (line, isError) => {
    printed.push(line);
    (isError ? console.warn : console.log)(line);
  });
  const sound = new Sound(() => note(""));
  system.device("/dev/page", page);
  system.device("/dev/pads", pads);
  system.device("/dev/sound", sound);
  keep(system, () => note("The browser's store is full: export your data to keep it"));
  chooseContext(!/swiftshader|llvmpipe|software|basic render/i.test(drawnBy));

  const program = await load();
  element("said").textContent = "Starting …";
  const env = window.importObject.env;
  const log = env.console_log;
  env.console_log = (text) => {
    printed.push(window.UTF8ToString(text));
    log(text);
  };
  env.sapp_set_fullscreen = changeFullScreen;
  const setClipboard = env.sapp_set_clipboard;
  env.sapp_set_clipboard = (start, length) => {
    setClipboard(start, length);
    copyText(window.UTF8ToString(start, length));
  };
  chooseResolution(env);
  complete(env, program);
  window.importObject.wasi_snapshot_preview1 = system.imports();
  const { exports } = await WebAssembly.instantiate(program, window.importObject);
  system.memory = exports.memory;
  window.wasm_memory = exports.memory;
  window.wasm_exports = { ...exports, frame: watchFrames(exports) };
  fillStrip(system);
  followFocus();
  // One picture, so that the bar is seen before the program takes the thread.
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    fail(`The game did not start.\n\n${printed.slice(-12).join("\n")}`);
    return;
  }
  window.ondrop = (event) => {
    event.preventDefault();
    [...event.dataTransfer.files].forEach((file) => hand(system, file));
  };
  canvas.focus();
  window.system_of_game = system;
}

element("again").addEventListener("click", () => location.assign(location.pathname));
// Another link in the same tab; a browser loads no page for it.
window.addEventListener("hashchange", () => {
  settle();
  location.reload();
});
start().catch((error) => {
  console.error(error);
  fail(`The game cannot be loaded.\n\n${error}\n${printed.slice(-6).join("\n")}`);
});
