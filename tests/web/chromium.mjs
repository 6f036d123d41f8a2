// Drives a headless Chromium through its debugging protocol, over two pipes.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const START_MILLISECONDS = 120000;
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--no-first-run",
  "--mute-audio",
  "--autoplay-policy=user-gesture-required",
  "--remote-debugging-pipe",
];

export const wait = (milliseconds, options) => setTimeout(milliseconds, undefined, options);

/** A browser with one page. */
export class Browser {
  /** Starts the browser with a window of that many pixels. */
  static async open(program, [width, height], more = []) {
    const browser = new Browser();
    browser.folder = await mkdtemp(join(tmpdir(), "dodgem-web-"));
    const flags = [...FLAGS, ...more, `--window-size=${width},${height}`, `--user-data-dir=${browser.folder}`];
    const stdio = ["ignore", "ignore", "pipe", "pipe", "pipe"];
    browser.process = spawn(program, [...flags, "about:blank"], { stdio });
    browser.answers = new Map();
    browser.last = 0;
    /** The errors that the page has reported. */
    browser.errors = [];
    /** All lines of the page's console. */
    browser.lines = [];
    // Messages end with a zero byte.
    const [, , errors, to, from] = browser.process.stdio;
    browser.to = to;
    let rest = "";
    from.setEncoding("utf8").on("data", (piece) => {
      const messages = (rest + piece).split("\0");
      rest = messages.pop();
      for (const message of messages) browser.hear(JSON.parse(message));
    });
    let told = "";
    errors.on("data", (piece) => (told += piece));
    await Promise.race([
      browser.attach(),
      wait(START_MILLISECONDS, { ref: false }).then(() => {
        throw new Error(`Chromium did not start: ${told}`);
      }),
    ]);
    browser.metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await browser.prepare();
    return browser;
  }

  /** Listens to the tab, and gives it its size and the focus. */
  async prepare() {
    for (const domain of ["Page", "Runtime", "Log"]) await this.call(`${domain}.enable`);
    await this.call("Emulation.setDeviceMetricsOverride", this.metrics);
    // A page without the focus gets no clipboard.
    await this.call("Emulation.setFocusEmulationEnabled", { enabled: true });
  }

  /**
   * Goes on in a new tab. Chromium hands the fingers of its protocol to the first page of a tab that they touch, and
   * to no later one, so a check with fingers needs a tab of its own.
   */
  async renewTab() {
    const old = this.target;
    const { targetId } = await this.call("Target.createTarget", { url: "about:blank" });
    await this.attach(targetId);
    await this.prepare();
    await this.call("Target.closeTarget", { targetId: old });
  }

  hear({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { done, failed } = this.answers.get(id);
      this.answers.delete(id);
      error ? failed(new Error(error.message)) : done(result);
    } else if (method === "Runtime.consoleAPICalled") {
      const text = params.args.map((arg) => arg.value ?? arg.description).join(" ");
      this.lines.push(`${params.type}: ${text}`);
      if (params.type === "error" || params.type === "assert") this.errors.push(text);
    } else if (method === "Runtime.exceptionThrown") {
      this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Log.entryAdded") {
      const { level, text, url } = params.entry;
      this.lines.push(`${level}: ${text} ${url ?? ""}`);
      // The browser reports wrong calls of WebGL as warnings.
      if (level === "error" || /WebGL|GL_INVALID/.test(text)) this.errors.push(`${text} ${url ?? ""}`);
    }
  }

  /** Talks to a tab from now on: by default to the one that is there at the start. */
  async attach(targetId) {
    if (targetId === undefined) {
      const { targetInfos } = await this.call("Target.getTargets");
      targetId = targetInfos.find((target) => target.type === "page").targetId;
    }
    this.target = targetId;
    this.session = (await this.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  }

  call(method, params = {}) {
    const id = ++this.last;
    const sessionId = /^(Browser|Target)\./.test(method) ? undefined : this.session;
    this.to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, failed) => this.answers.set(id, { done, failed }));
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const answer = await this.call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? expression);
    return answer.result.value;
  }

  /** Waits until an expression is true; no longer than until the page shows a note that the game has ended. */
  async until(expression, seconds, what = expression) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      const note = 'document.querySelector("#cover.failed #said")?.textContent';
      const [done, ended] = await this.value(`[Boolean(${expression}), ${note}]`);
      if (done) return;
      if (ended) throw new Error(`the page says: ${ended}`);
      await wait(50);
    }
    throw new Error(`after ${seconds} s still not: ${what}`);
  }

  async go(address) {
    await this.call("Page.navigate", { url: address });
  }

  /** Presses a key for that many milliseconds: `code` as the browser names it, `key` its letter or name. */
  async key(code, key, milliseconds = 120) {
    const windowsVirtualKeyCode = key.length === 1 ? key.toUpperCase().charCodeAt(0) : KEYS[key] ?? 0;
    const text = key.length === 1 ? key : undefined;
    await this.call("Input.dispatchKeyEvent", { type: "keyDown", code, key, windowsVirtualKeyCode, text });
    await wait(milliseconds);
    await this.call("Input.dispatchKeyEvent", { type: "keyUp", code, key, windowsVirtualKeyCode });
  }

  /** Presses a letter while Ctrl is held. */
  async withControl(letter) {
    const control = { code: "ControlLeft", key: "Control", windowsVirtualKeyCode: 17 };
    const windowsVirtualKeyCode = letter.toUpperCase().charCodeAt(0);
    const key = { code: `Key${letter.toUpperCase()}`, key: letter, windowsVirtualKeyCode, modifiers: 2 };
    const press = (type, one) => this.call("Input.dispatchKeyEvent", { type, ...one });
    await press("rawKeyDown", { ...control, modifiers: 2 });
    await press("rawKeyDown", key);
    await wait(120);
    await press("keyUp", key);
    await press("keyUp", control);
  }

  /** Tells the page of fingers: each is [number, x, y]; those that are left out were lifted. */
  async touch(type, ...fingers) {
    const touchPoints = fingers.map(([id, x, y]) => ({ id, x, y }));
    await this.call("Input.dispatchTouchEvent", { type, touchPoints });
  }

  async tap(x, y) {
    await this.touch("touchStart", [1, x, y]);
    await wait(60);
    await this.touch("touchEnd");
  }

  async click(x, y) {
    await this.call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  async picture(path) {
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    await writeFile(path, Buffer.from(data, "base64"));
  }

  async close() {
    await this.call("Browser.close").catch(() => {});
    const ended = new Promise((done) => this.process.once("exit", done));
    if (this.process.exitCode === null) await Promise.race([ended, wait(5000)]);
    this.process.kill("SIGKILL");
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

const KEYS = { Enter: 13, Escape: 27, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
