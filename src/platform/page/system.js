// The system under the program: arguments, clock, random numbers, output and files, as the WebAssembly System
// Interface (preview 1) defines them. It serves the page and the tests in Node alike.
//
// Files are kept in memory. A device is a file with functions: `read()` returns bytes, `write(bytes)` takes them.

const OK = 0, BADF = 8, EXIST = 20, INVAL = 28, ISDIR = 31, NOENT = 44, NOSYS = 52, NOTDIR = 54, NOTEMPTY = 55;
const DIRECTORY = 3, FILE = 4, DEVICE = 2;
const ROOT = 3; // the descriptor of `/`, after input, output and errors
const AGAIN = 6;
const ALL_RIGHTS = 0x1fffffffn;

/** Thrown when the program ends by itself. */
export class Exit extends Error {
  constructor(code) {
    super(`the program ended with code ${code}`);
    this.code = code;
  }
}

const folder = () => ({ entries: new Map(), changed: Date.now() });
const isFolder = (node) => node.entries !== undefined;
const kind = (node) => (isFolder(node) ? DIRECTORY : node.device ? DEVICE : FILE);
const parts = (path) => path.split("/").filter((part) => part !== "" && part !== ".");
const utf8 = new TextEncoder();

/** Adds to `env` all that the program imports from there and a page does not have. There is one thread. */
export function complete(env, program) {
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    if (module === "env") env[name] ??= name === "pthread_create" ? () => AGAIN : () => 0;
  }
  return env;
}

export class System {
  /**
   * @param {string[]} args the command line, the program's name first
   * @param {(text: string, isError: boolean) => void} print takes each line that the program prints
   */
  constructor(args, print = () => {}) {
    this.args = args;
    this.print = print;
    this.root = folder();
    this.open = new Map([[ROOT, { node: this.root, at: 0 }]]);
    this.lines = ["", "", ""];
    this.memory = null;
    /** Called with the path of each file that was closed after a write, moved or removed. */
    this.onChange = () => {};
  }

  // ---- files, for the page ----

  /** The node at a path below a folder; undefined if there is none. */
  find(path, from = this.root) {
    let trail = [from];
    for (const part of parts(path)) {
      const last = trail[trail.length - 1];
      if (part === "..") {
        if (trail.length > 1) trail.pop();
        continue;
      }
      const next = isFolder(last) ? last.entries.get(part) : undefined;
      if (next === undefined) return undefined;
      trail.push(next);
    }
    return trail[trail.length - 1];
  }

  /** The folder that holds a path, and the last name; undefined if there is no such folder. */
  place(path, from = this.root) {
    const names = parts(path);
    const name = names.pop();
    const within = this.find(names.join("/"), from);
    return name === undefined || within === undefined || !isFolder(within) ? undefined : { within, name };
  }

  /** Writes a file and the folders that it needs. */
  write(path, bytes) {
    const names = parts(path);
    const name = names.pop();
    let within = this.root;
    for (const part of names) {
      if (!within.entries.has(part)) within.entries.set(part, folder());
      within = within.entries.get(part);
    }
    within.entries.set(name, { bytes: new Uint8Array(bytes), size: bytes.length, changed: Date.now() });
  }

  /** Removes a file, if there is one. */
  remove(path) {
    const place = this.place(path);
    place?.within.entries.delete(place.name);
  }

  /** The content of a file; undefined if there is none. */
  read(path) {
    const node = this.find(path);
    return node === undefined || node.bytes === undefined ? undefined : node.bytes.slice(0, node.size);
  }

  /** Puts a device at a path. */
  device(path, device) {
    const names = parts(path);
    const name = names.pop();
    this.write(path, []);
    this.find(names.join("/")).entries.set(name, { device, changed: Date.now() });
  }

  /** The paths of all files below a folder. */
  files(path = "/", node = this.find(path)) {
    if (node === undefined || node.device) return [];
    if (!isFolder(node)) return [path];
    const below = [...node.entries].map(([name, inner]) => this.files(`${path.replace(/\/$/, "")}/${name}`, inner));
    return below.flat();
  }

  // ---- the program's memory ----

  view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  text(at, length) {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  /** Runs `use` on each buffer of a list until one is not filled; returns the sum. */
  buffers(list, count, use) {
    let sum = 0;
    for (let index = 0; index < count; index++) {
      const at = this.view().getUint32(list + 8 * index, true);
      const length = this.view().getUint32(list + 8 * index + 4, true);
      const used = use(this.bytes(at, length));
      sum += used;
      if (used < length) break;
    }
    return sum;
  }

  strings(list, pointers, at) {
    const view = this.view();
    list.forEach((text, index) => {
      const bytes = utf8.encode(`${text}\0`);
      view.setUint32(pointers + 4 * index, at, true);
      this.bytes(at, bytes.length).set(bytes);
      at += bytes.length;
    });
    return OK;
  }

  sizes(list, count, size) {
    this.view().setUint32(count, list.length, true);
    const bytes = list.reduce((sum, text) => sum + utf8.encode(text).length + 1, 0);
    this.view().setUint32(size, bytes, true);
    return OK;
  }

  stat(node, at) {
    const view = this.view();
    const time = BigInt(Math.round(node.changed)) * 1000000n;
    view.setBigUint64(at, 1n, true);
    view.setBigUint64(at + 8, BigInt(this.number(node)), true);
    view.setUint8(at + 16, kind(node));
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(node.size ?? 0), true);
    for (const offset of [40, 48, 56]) view.setBigUint64(at + offset, time, true);
    return OK;
  }

  /** The number of a node: each has its own. */
  number(node) {
    this.numbers ??= new WeakMap();
    if (!this.numbers.has(node)) this.numbers.set(node, (this.lastNumber = (this.lastNumber ?? 0) + 1));
    return this.numbers.get(node);
  }

  // ---- reading and writing ----

  take(file, into, at) {
    if (file.node.device) {
      // A device answers each read anew, in pieces if the buffer is small.
      if (!file.rest?.length) file.rest = file.node.device.read();
      const piece = file.rest.subarray(0, into.length);
      into.set(piece);
      file.rest = file.rest.subarray(piece.length);
      return piece.length;
    }
    const piece = file.node.bytes.subarray(at, Math.min(file.node.size, at + into.length));
    into.set(piece);
    return piece.length;
  }

  give(file, from, at) {
    const node = file.node;
    if (node.device) {
      node.device.write(from.slice());
      return from.length;
    }
    const end = at + from.length;
    if (end > node.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * node.bytes.length));
      larger.set(node.bytes.subarray(0, node.size));
      node.bytes = larger;
    }
    node.bytes.set(from, at);
    node.size = Math.max(node.size, end);
    node.changed = Date.now();
    file.written = true;
    return from.length;
  }

  printed(descriptor, bytes) {
    const lines = (this.lines[descriptor] + new TextDecoder().decode(bytes)).split("\n");
    this.lines[descriptor] = lines.pop();
    for (const line of lines) this.print(line, descriptor === 2);
  }

  transfer(descriptor, list, count, result, at, step) {
    const file = this.open.get(descriptor);
    if (file === undefined) return BADF;
    if (isFolder(file.node)) return ISDIR;
    let place = at === undefined ? (file.appends ? file.node.size : file.at) : Number(at);
    const begin = place;
    const sum = this.buffers(list, count, (buffer) => {
      const used = step(file, buffer, place);
      place += used;
      return used;
    });
    if (at === undefined) file.at = begin + sum;
    this.view().setUint32(result, sum, true);
    return OK;
  }

  /** The functions that the program imports, by their names in the standard. */
  imports() {
    const at = (descriptor) => this.open.get(descriptor)?.node;
    const path = (descriptor, start, length, use) => {
      const from = at(descriptor);
      if (from === undefined) return BADF;
      return isFolder(from) ? use(this.text(start, length), from) : NOTDIR;
    };
    const real = (name) => {
      const names = [];
      for (const part of parts(name)) part === ".." ? names.pop() : names.push(part);
      return `/${names.join("/")}`;
    };
    const changed = (name) => this.onChange(real(name));
    return {
      args_sizes_get: (count, size) => this.sizes(this.args, count, size),
      args_get: (pointers, bytes) => this.strings(this.args, pointers, bytes),
      environ_sizes_get: (count, size) => this.sizes([], count, size),
      environ_get: () => OK,
      clock_res_get: (id, result) => (this.view().setBigUint64(result, 1000n, true), OK),
      clock_time_get: (id, precision, result) => {
        const now = id === 0 ? Date.now() : performance.now();
        this.view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
        return OK;
      },
      random_get: (start, length) => {
        // Browsers give at most 64 KiB at once.
        for (let done = 0; done < length; done += 65536) {
          crypto.getRandomValues(this.bytes(start + done, Math.min(65536, length - done)));
        }
        return OK;
      },
      sched_yield: () => OK,
      poll_oneoff: () => NOSYS,
      proc_exit: (code) => {
        throw new Exit(code);
      },

      fd_prestat_get: (descriptor, result) => {
        if (descriptor !== ROOT) return BADF;
        this.view().setUint32(result, 0, true);
        this.view().setUint32(result + 4, 1, true);
        return OK;
      },
      fd_prestat_dir_name: (descriptor, start) => {
        if (descriptor !== ROOT) return BADF;
        this.bytes(start, 1).set(utf8.encode("/"));
        return OK;
      },
      fd_fdstat_get: (descriptor, result) => {
        const node = at(descriptor);
        if (node === undefined && descriptor > 2) return BADF;
        const view = this.view();
        view.setUint8(result, node === undefined ? DEVICE : kind(node));
        view.setUint16(result + 2, 0, true);
        view.setBigUint64(result + 8, ALL_RIGHTS, true);
        view.setBigUint64(result + 16, ALL_RIGHTS, true);
        return OK;
      },
      fd_fdstat_set_flags: () => OK,
      fd_filestat_get: (descriptor, result) => {
        const node = at(descriptor);
        return node === undefined ? BADF : this.stat(node, result);
      },
      fd_filestat_set_size: (descriptor, size) => {
        const file = this.open.get(descriptor);
        if (file === undefined) return BADF;
        const bytes = new Uint8Array(Number(size));
        bytes.set(file.node.bytes.subarray(0, Math.min(file.node.size, bytes.length)));
        Object.assign(file.node, { bytes, size: bytes.length, changed: Date.now() });
        file.written = true;
        return OK;
      },
      fd_filestat_set_times: () => OK,
      path_filestat_set_times: () => OK,
      fd_advise: () => OK,
      fd_allocate: () => OK,
      fd_sync: () => OK,
      fd_datasync: () => OK,
      fd_close: (descriptor) => {
        const file = this.open.get(descriptor);
        if (file === undefined) return BADF;
        this.open.delete(descriptor);
        if (file.written) this.onChange(file.path);
        return OK;
      },
      fd_read: (descriptor, list, count, result) =>
        descriptor === 0
          ? (this.view().setUint32(result, 0, true), OK)
          : this.transfer(descriptor, list, count, result, undefined, (...all) => this.take(...all)),
      fd_pread: (descriptor, list, count, offset, result) =>
        this.transfer(descriptor, list, count, result, offset, (...all) => this.take(...all)),
      fd_write: (descriptor, list, count, result) => {
        if (descriptor !== 1 && descriptor !== 2) {
          return this.transfer(descriptor, list, count, result, undefined, (...all) => this.give(...all));
        }
        const sum = this.buffers(list, count, (bytes) => (this.printed(descriptor, bytes), bytes.length));
        this.view().setUint32(result, sum, true);
        return OK;
      },
      fd_pwrite: (descriptor, list, count, offset, result) =>
        this.transfer(descriptor, list, count, result, offset, (...all) => this.give(...all)),
      fd_seek: (descriptor, offset, whence, result) => {
        const file = this.open.get(descriptor);
        if (file === undefined) return BADF;
        const base = [0, file.at, file.node.size ?? 0][whence];
        if (base + Number(offset) < 0) return INVAL;
        file.at = base + Number(offset);
        this.view().setBigUint64(result, BigInt(file.at), true);
        return OK;
      },
      fd_tell: (descriptor, result) => {
        const file = this.open.get(descriptor);
        if (file === undefined) return BADF;
        this.view().setBigUint64(result, BigInt(file.at), true);
        return OK;
      },
      fd_readdir: (descriptor, start, length, cookie, result) => {
        const node = at(descriptor);
        if (node === undefined) return BADF;
        if (!isFolder(node)) return NOTDIR;
        const all = new Uint8Array(length);
        const view = new DataView(all.buffer);
        let used = 0;
        const entries = [[".", node], ["..", node], ...node.entries];
        for (let index = Number(cookie); index < entries.length && used < length; index++) {
          const [name, inner] = entries[index];
          const bytes = utf8.encode(name);
          const head = new DataView(new ArrayBuffer(24));
          head.setBigUint64(0, BigInt(index + 1), true);
          head.setBigUint64(8, BigInt(this.number(inner)), true);
          head.setUint32(16, bytes.length, true);
          head.setUint8(20, kind(inner));
          // An entry that does not fit is cut: the program then asks again from there.
          for (const piece of [new Uint8Array(head.buffer), bytes]) {
            const fits = piece.subarray(0, length - used);
            all.set(fits, used);
            used += fits.length;
          }
        }
        this.bytes(start, length).set(new Uint8Array(view.buffer));
        this.view().setUint32(result, used, true);
        return OK;
      },

      path_open: (descriptor, look, start, length, flags, rights, inherited, state, result) =>
        path(descriptor, start, length, (name, from) => {
          const [creates, wantsFolder, exclusive, truncates] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
          let node = this.find(name, from);
          if (node !== undefined && exclusive) return EXIST;
          if (node === undefined) {
            const place = creates ? this.place(name, from) : undefined;
            if (place === undefined) return NOENT;
            node = { bytes: new Uint8Array(0), size: 0, changed: Date.now() };
            place.within.entries.set(place.name, node);
          }
          if (wantsFolder && !isFolder(node)) return NOTDIR;
          if (truncates && isFolder(node)) return ISDIR;
          const file = { node, at: 0, path: real(name), appends: (state & 1) !== 0, written: truncates };
          if (truncates && !node.device) node.size = 0;
          let free = ROOT + 1;
          while (this.open.has(free)) free++;
          this.open.set(free, file);
          this.view().setUint32(result, free, true);
          return OK;
        }),
      path_filestat_get: (descriptor, look, start, length, result) =>
        path(descriptor, start, length, (name, from) => {
          const node = this.find(name, from);
          return node === undefined ? NOENT : this.stat(node, result);
        }),
      path_create_directory: (descriptor, start, length) =>
        path(descriptor, start, length, (name, from) => {
          if (this.find(name, from) !== undefined) return EXIST;
          const place = this.place(name, from);
          if (place === undefined) return NOENT;
          place.within.entries.set(place.name, folder());
          return OK;
        }),
      path_unlink_file: (descriptor, start, length) =>
        path(descriptor, start, length, (name, from) => {
          const [node, place] = [this.find(name, from), this.place(name, from)];
          if (node === undefined || place === undefined) return NOENT;
          if (isFolder(node)) return ISDIR;
          place.within.entries.delete(place.name);
          changed(name);
          return OK;
        }),
      path_remove_directory: (descriptor, start, length) =>
        path(descriptor, start, length, (name, from) => {
          const [node, place] = [this.find(name, from), this.place(name, from)];
          if (node === undefined || place === undefined) return NOENT;
          if (!isFolder(node)) return NOTDIR;
          if (node.entries.size > 0) return NOTEMPTY;
          place.within.entries.delete(place.name);
          return OK;
        }),
      path_rename: (descriptor, start, length, other, otherStart, otherLength) =>
        path(descriptor, start, length, (name, from) =>
          path(other, otherStart, otherLength, (target, into) => {
            const [old, fresh] = [this.place(name, from), this.place(target, into)];
            const node = this.find(name, from);
            if (node === undefined || old === undefined || fresh === undefined) return NOENT;
            old.within.entries.delete(old.name);
            fresh.within.entries.set(fresh.name, node);
            changed(name);
            changed(target);
            return OK;
          }),
        ),
      path_link: (descriptor, look, start, length, other, otherStart, otherLength) =>
        path(descriptor, start, length, (name, from) =>
          path(other, otherStart, otherLength, (target, into) => {
            const [node, place] = [this.find(name, from), this.place(target, into)];
            if (node === undefined || place === undefined) return NOENT;
            if (place.within.entries.has(place.name)) return EXIST;
            place.within.entries.set(place.name, node);
            changed(target);
            return OK;
          }),
        ),
      path_readlink: (descriptor, start, length) =>
        path(descriptor, start, length, (name, from) => (this.find(name, from) === undefined ? NOENT : INVAL)),
      path_symlink: () => NOSYS,
    };
  }
}
