"""Packs a WebAssembly program for a page: fewer bytes to load, the same instructions.

    pack_wasm.py SOURCE TARGET

Custom sections (names of functions, notes of tools) are left out. Functions of a like name come one after another: they
are mostly one generic function for several types, and gzip finds only repetitions within 32 KiB. That saves a tenth.
"""

import re
import sys

IMPORT, FUNCTION, EXPORT, START, ELEMENT, CODE = 2, 3, 7, 8, 9, 10
FUNCTION_NAMES = 1

# The immediates of instructions by opcode: `i` a number, `f` the index of a function, `m` the two numbers of a memory
# access, digits that many bytes, `b` a table of branches, `t` a list of types.
IMMEDIATES = {0x02: "i", 0x03: "i", 0x04: "i", 0x0C: "i", 0x0D: "i", 0x0E: "b", 0x10: "f", 0x11: "ii", 0x1C: "t"}
IMMEDIATES |= {code: "i" for code in (*range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0)}
IMMEDIATES |= {code: "m" for code in range(0x28, 0x3F)}
IMMEDIATES |= {0x43: "4", 0x44: "8", 0xD2: "f"}
IMMEDIATES |= {code: "" for code in (0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1)}
# Those after the prefix 0xFC: conversions, and memory and tables as a whole.
WHOLE = {code: "" for code in range(8)} | {code: "i" for code in (9, 11, 13, 15, 16, 17)} | {code: "ii" for code in (8, 10, 12, 14)}
# Those after the prefix 0xFD: vectors.
VECTOR = {code: "" for code in range(0x0E, 0x114)} | {code: "m" for code in (*range(0x00, 0x0C), 0x5C, 0x5D)}
VECTOR |= {code: "1" for code in range(0x15, 0x23)} | {code: "m1" for code in range(0x54, 0x5C)} | {0x0C: "16", 0x0D: "16"}
PREFIXED = {0xFC: WHOLE, 0xFD: VECTOR}


def number(data, at):
    """An unsigned LEB128 number, and the place after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def written(value):
    """A number as LEB128."""
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def skipped(data, at, immediates):
    """The place after immediates other than the index of a function."""
    for kind in re.findall(r"\d+|\D", immediates):
        if kind.isdigit():
            at += int(kind)
            continue
        count = 2 if kind == "m" else 1
        if kind in "bt":
            count, at = number(data, at)
            count += kind == "b"
        for _ in range(count):
            while data[at] > 127:
                at += 1
            at += 1
    return at


def renumbered(body, to):
    """The body of a function whose calls follow the new numbers."""
    locals_, at = number(body, 0)
    for _ in range(locals_):
        _, at = number(body, at)
        at += 1
    new, kept = bytearray(), 0
    while at < len(body):
        code = body[at]
        at += 1
        immediates = IMMEDIATES.get(code)
        if immediates is None:
            # Another number follows the prefix; an instruction that is not known ends this program with its number.
            second, at = number(body, at)
            immediates = PREFIXED[code][second]
        if immediates == "f":
            new += body[kept:at]
            index, at = number(body, at)
            new += written(to[index])
            kept = at
        elif immediates:
            at = skipped(body, at, immediates)
    return bytes(new + body[kept:])


def sections(data):
    """Kind, content's begin and content's end of each section."""
    at = 8
    while at < len(data):
        length, begin = number(data, at + 1)
        yield data[at], begin, begin + length
        at = begin + length


def items(data, at):
    """The pieces of a vector of pieces that tell their length."""
    count, at = number(data, at)
    pieces = []
    for _ in range(count):
        length, at = number(data, at)
        pieces.append(data[at : at + length])
        at += length
    return pieces


def numbers(data, at):
    """A vector of numbers, and the place after it."""
    count, at = number(data, at)
    values = []
    for _ in range(count):
        value, at = number(data, at)
        values.append(value)
    return values, at


def imported_functions(data, at):
    count, at = number(data, at)
    functions = 0
    for _ in range(count):
        for _ in range(2):
            length, at = number(data, at)
            at += length
        if data[at] != 0:
            raise ValueError("an import that is no function")
        functions += 1
        _, at = number(data, at + 1)
    return functions


def names_of_functions(data, at, end):
    """The names in the section `name`, by index; none in another custom section."""
    length, at = number(data, at)
    if data[at : at + length] != b"name":
        return {}
    at += length
    while at < end:
        length, begin = number(data, at + 1)
        if data[at] == FUNCTION_NAMES:
            names = {}
            count, at = number(data, begin)
            for _ in range(count):
                index, at = number(data, at)
                length, at = number(data, at)
                names[index] = data[at : at + length].decode()
                at += length
            return names
        at = begin + length
    return {}


def order_of(name):
    """The sort key of a function: its trait and method, or its path, without the hash of its types."""
    parts, at = [], 3
    while found := re.match(r"\d+", name[at:]) if name.startswith("_ZN") else None:
        begin = at + found.end()
        at = begin + int(found.group())
        parts.append(name[begin:at])
    if not parts:
        return [name]
    if re.fullmatch("h[0-9a-f]{16}", parts[-1]):
        parts.pop()
    implemented = re.match(r"_\$LT\$.*?\$u20\$as\$u20\$([^$]*)", parts[0])
    return [implemented[1], *parts[1:], parts[0]] if implemented else parts


def exports(data, at, to):
    count, at = number(data, at)
    new = bytearray(written(count))
    for _ in range(count):
        length, end = number(data, at)
        kind = data[end + length]
        new += data[at : end + length + 1]
        index, at = number(data, end + length + 1)
        new += written(to[index] if kind == 0 else index)
    return new


def elements(data, at, to):
    """The tables of functions: only of the kind that the linker writes, at a constant place."""
    count, at = number(data, at)
    new = bytearray(written(count))
    for _ in range(count):
        if data[at : at + 2] != b"\0\x41":
            raise ValueError("an unknown kind of table of functions")
        begin = at
        at = skipped(data, at + 2, "i") + 1
        new += data[begin:at]
        functions, at = numbers(data, at)
        new += written(len(functions)) + b"".join(written(to[index]) for index in functions)
    return new


def packed(data):
    found = {kind: (begin, end) for kind, begin, end in sections(data) if kind != 0}
    names = {}
    for kind, begin, end in sections(data):
        if kind == 0:
            names |= names_of_functions(data, begin, end)
    first = imported_functions(data, found[IMPORT][0])
    bodies = items(data, found[CODE][0])
    types, _ = numbers(data, found[FUNCTION][0])
    key = lambda index: (order_of(names.get(first + index, "")), len(bodies[index]), index)
    order = sorted(range(len(bodies)), key=key)
    to = list(range(first)) + [0] * len(bodies)
    for new, old in enumerate(order):
        to[first + old] = first + new
    new = bytearray(data[:8])
    for kind, begin, end in sections(data):
        if kind == 0:
            continue
        content = data[begin:end]
        if kind == FUNCTION:
            content = written(len(order)) + b"".join(written(types[old]) for old in order)
        elif kind == EXPORT:
            content = exports(data, begin, to)
        elif kind == START:
            content = written(to[number(data, begin)[0]])
        elif kind == ELEMENT:
            content = elements(data, begin, to)
        elif kind == CODE:
            content = bytearray(written(len(order)))
            for old in order:
                body = renumbered(bodies[old], to)
                content += written(len(body)) + body
        new += bytes([kind]) + written(len(content)) + content
    return new


if __name__ == "__main__":
    source, target = sys.argv[1:]
    with open(source, "rb") as file:
        program = file.read()
    with open(target, "wb") as file:
        file.write(packed(program))
