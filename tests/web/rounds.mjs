// Rounds end in the same state, to the bit, in the browser's program and in the system's.
// node tests/web/rounds.mjs PROGRAM.wasm DODGEM [all]: six levels, or all that repeat
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";

import { compiled, run } from "./program.mjs";

const SIX = ["classic", "ice", "jump", "mill", "carousel", "sandbox/dominoes"];
const SECONDS = "6";

const [wasm, native, which] = process.argv.slice(2);
const files = readdirSync(new URL("../../levels", import.meta.url), { recursive: true });
const all = files.filter((file) => file.endsWith(".ron")).map((file) => file.slice(0, -".ron".length)).sort();
const levels = which === "all" ? all : SIX;
const program = await compiled(wasm);
let [passed, failed, left] = [0, 0, 0];
for (const level of levels) {
  const args = ["sim", level, "--seconds", SECONDS, "--seed", "7", "--json"];
  const played = () => JSON.parse(execFileSync(native, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const expected = played();
  const begin = performance.now();
  const { code, out, errors } = await run(program, args);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const found = code === 0 ? JSON.parse(out) : { hash: `exit ${code}: ${errors}` };
  const same = found.hash === expected.hash && found.steps === expected.steps && found.impacts === expected.impacts;
  if (!same && which === "all" && played().hash !== expected.hash) {
    // Its budget is one of real time.
    left++;
    console.log(`left out: ${level} does not repeat natively`);
    continue;
  }
  same ? passed++ : failed++;
  console.log(`${same ? "ok" : "FAILED"}: ${level}: ${found.hash} in ${seconds} s (native ${expected.hash})`);
}
console.log(`${passed} passed, ${failed} failed${left ? `, ${left} left out` : ""}`);
process.exit(failed === 0 && passed + left === levels.length && left <= 2 ? 0 : 1);
