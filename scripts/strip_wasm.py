"""Copies a WebAssembly program without its custom sections: names of functions and notes of tools."""

import sys


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


source, target = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
kept, at = bytearray(data[:8]), 8
while at < len(data):
    length, content = number(data, at + 1)
    if data[at] != 0:
        kept += data[at : content + length]
    at = content + length
with open(target, "wb") as file:
    file.write(kept)
