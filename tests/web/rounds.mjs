// Rounds end in the same state, to the bit, in the browser's program and in the system's.
// node tests/web/rounds.mjs PROGRAM.wasm DODGEM
import { execFileSync } from "node:child_process";

import { compiled, run } from "./program.mjs";

const LEVELS = ["classic", "ice", "jump", "mill", "carousel", "sandbox/dominoes"];
const SECONDS = "6";

const [wasm, native] = process.argv.slice(2);
const program = await compiled(wasm);
let [passed, failed] = [0, 0];
for (const level of LEVELS) {
  const args = ["sim", level, "--seconds", SECONDS, "--seed", "7", "--json"];
  const expected = JSON.parse(execFileSync(native, args, { encoding: "utf8" }));
  const begin = performance.now();
  const { code, out, errors } = await run(program, args);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const found = code === 0 ? JSON.parse(out) : { hash: `exit ${code}: ${errors}` };
  const same = found.hash === expected.hash && found.steps === expected.steps && found.impacts === expected.impacts;
  same ? passed++ : failed++;
  console.log(`${same ? "ok" : "FAILED"}: ${level}: ${found.hash} in ${seconds} s (native ${expected.hash})`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed === LEVELS.length ? 0 : 1);
