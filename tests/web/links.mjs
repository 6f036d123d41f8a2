// Links come from strangers: a value that is not of its form is left out.
import assert from "node:assert/strict";

import { commandLine } from "../../src/platform/page/link.js";

const cases = {
  "": [],
  "?level=jump&seed=7&at=12.5&views=sweeps": "play jump --seed 7 --at 12.5 --views sweeps".split(" "),
  "?level=sandbox/wall": ["play", "sandbox/wall"],
  "?seed=9&at=3&views=grid": ["--seed", "9"],
  "?level=../x&seed=-1": [],
  "?level=a/b/c": [],
  "?level=--help": [],
  [`?level=${"x".repeat(41)}`]: [],
  "?level=ice&at=1e9&views=%22;rm&seed=12345678901234567890": ["play", "ice"],
  "?level=ice&level=../x": ["play", "ice"],
  "?report=/x&level=ice": ["play", "ice"],
};
for (const [link, expected] of Object.entries(cases)) {
  assert.deepEqual(commandLine(link).slice(1), expected, link);
}
console.log(`${Object.keys(cases).length} passed, 0 failed`);
