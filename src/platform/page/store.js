// The player's files in the browser's store, one entry a file.

const PREFIX = "dodgem:";
const KEPT = /^\/(data|settings)\//;
// Pictures, films and tables are for the player's own disk.
const HANDED_OUT = /^\/data\/pictures\//;
// Locks and half-written files are not kept.
const PASSING = /\.(tmp|lock)$/;
const FORMAT = "dodgem-data-1";

function toText(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 32768) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 32768));
  }
  return btoa(letters);
}

const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Lets the browser save bytes as a file. */
export function download(name, bytes, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// Every part of a path has a name.
const isNamed = (path) => path.slice(1).split("/").every((part) => part !== "" && part !== "." && part !== "..");
const isKept = (path) => isNamed(path) && KEPT.test(path) && !PASSING.test(path) && !HANDED_OUT.test(path);

/**
 * Puts the kept files into the system, and keeps each that changes. `full` is called if there is no room.
 * From then on `system.onChange` returns true if the store holds what it should.
 */
export function keep(system, full) {
  // A browser may refuse its store, for example in a private window; the game then forgets.
  let store;
  try {
    store = window.localStorage;
  } catch {
    return;
  }
  for (const key of Object.keys(store)) {
    if (!key.startsWith(PREFIX)) continue;
    try {
      system.write(key.slice(PREFIX.length), toBytes(store.getItem(key)));
    } catch {
      // The entry stays: what cannot be read now may be the player's only copy.
      console.warn(`not read: ${key}`);
    }
  }
  system.onChange = (path) => {
    const bytes = system.read(path);
    if (HANDED_OUT.test(path) && !PASSING.test(path) && bytes) download(path.split("/").pop(), bytes);
    if (!isKept(path)) return true;
    try {
      if (bytes === undefined) store.removeItem(PREFIX + path);
      else store.setItem(PREFIX + path, toText(bytes));
      return true;
    } catch {
      full();
      return false;
    }
  };
}

/** All kept files as one text. */
export function exportAll(system) {
  const kept = system.files().filter(isKept);
  const files = Object.fromEntries(kept.map((path) => [path, toText(system.read(path))]));
  return JSON.stringify({ format: FORMAT, files }, null, 1);
}

/**
 * Reads an exported text; files of the same names are replaced. Returns the number of files.
 * Throws if it is no such text, or if the browser's store has no room for all of it; nothing has changed then.
 */
export function importAll(system, text) {
  const { format, files } = JSON.parse(text);
  if (format !== FORMAT || typeof files !== "object" || files === null) throw new Error("it was not exported here");
  const known = [...system.files(), ...Object.keys(files)];
  const entries = Object.entries(files).map(([path, content]) => {
    // No file where others have a folder.
    const isFolder = known.some((other) => other.startsWith(`${path}/`));
    const isPlain = isKept(path) && !isFolder && path.length < 300;
    if (!isPlain || typeof content !== "string") throw new Error(`it holds an odd file: ${path.slice(0, 80)}`);
    return [path, toBytes(content)];
  });
  const before = entries.map(([path]) => [path, system.read(path)]);
  const put = ([path, bytes]) => {
    if (bytes === undefined) system.remove(path);
    else system.write(path, bytes);
    return system.onChange(path) === true;
  };
  if (!entries.every(put)) {
    // First the files that were not there: they make room for those that were.
    before.sort(([, one], [, other]) => (one !== undefined) - (other !== undefined)).forEach(put);
    throw new Error("the browser keeps no more; delete recordings here or data of other pages, then try again");
  }
  return entries.length;
}
