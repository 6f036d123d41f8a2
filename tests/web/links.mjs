// The page hands its whole link to the game, which checks it (src/app/link); only the length is bounded here.
import assert from "node:assert/strict";

import { commandLine } from "../../src/platform/page/link.js";

const place = (search, hash) => ({ origin: "http://page", pathname: "/x/", search, hash });
const start = ["dodgem", "play", "--page", "http://page/x/"];
const cases = [
  [place("", ""), start],
  [place("?", ""), start],
  [place("?level=jump&why=1", ""), [...start, "--link=?level=jump&why=1"]],
  [place("?at=2", "#tape=abc"), [...start, "--link=?at=2#tape=abc"]],
  [place("", "#scene=--help"), [...start, "--link=#scene=--help"]],
];
for (const [address, expected] of cases) assert.deepEqual(commandLine(address), expected);
const long = commandLine(place("?level=jump", `#tape=${"x".repeat(1e6)}`)).pop();
assert.equal(long.length, "--link=".length + 16000);
console.log(`${cases.length + 1} passed, 0 failed`);
