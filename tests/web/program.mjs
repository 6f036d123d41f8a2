// Runs the browser's program in Node, without a page: what it imports of a page does nothing.
import { readFile } from "node:fs/promises";

import { complete, Exit, System } from "../../src/platform/page/system.js";

/** Reads and compiles the program. */
export async function compiled(path) {
  return WebAssembly.compile(await readFile(path));
}

/**
 * Runs a command of the program.
 * @param {WebAssembly.Module} program
 * @param {string[]} args without the program's name
 * @param {(system: System) => void} prepare may put files into the system
 * @returns {Promise<{code: number, out: string, errors: string, system: System}>}
 */
export async function run(program, args, prepare = () => {}) {
  const printed = { out: "", errors: "" };
  const system = new System(["dodgem", ...args], (line, isError) => {
    printed[isError ? "errors" : "out"] += `${line}\n`;
  });
  prepare(system);
  const imports = { wasi_snapshot_preview1: system.imports(), env: complete({}, program) };
  const { exports } = await WebAssembly.instantiate(program, imports);
  system.memory = exports.memory;
  let code = 0;
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  return { code, ...printed, system };
}
