"""Writes a sound model file whose sizes multiply to more than 32 bits hold: wide_model.py <file> <categories> <classes>

One column `word` of so many categories, 00000, 00001, ..., each a feature (of two, one feature); classes 00000, 00001, ... of the target `answer`,
or a number where there are none; one centre in 8-bit whole numbers, no learned metric. lib/docs/FORMAT.md has the layout.
"""
import pathlib
import struct
import sys
import zlib

VERSION, LAPLACE, IDENTITY, CATEGORY = 1, 0, 2, 2


def rounded(data):
    return data + bytes(-len(data) % 16)


def numbers(values):
    return rounded(struct.pack(f"<{len(values)}f", *values))


def encoding(categories, classes):
    features, outputs = 1 if categories == 2 else categories, max(1, classes - 1)
    spelled = max(categories, classes)
    strings = b"wordanswer" + b"".join(b"%07d" % k for k in range(spelled))
    names = b"".join(struct.pack("<2I", 10 + 7 * k, 7) for k in range(spelled))
    body = struct.pack("<8I", 0, 4, CATEGORY, 0, 0, features, 0, categories)
    body += rounded(names[:8 * categories]) + rounded(names[:8 * classes])
    body += numbers([0] * features) + numbers([1] * features) + numbers([0]) + numbers([0, 1])
    if classes > 0:
        body += numbers([1 / classes] * classes) + numbers([0] * (classes - 1)) + numbers([1] + [0] * (classes + 1))
    body += rounded(strings)
    return b"RFMcells" + struct.pack("<14I", VERSION, 4, 64 + len(body), int(classes > 0), 1, features, outputs, classes, categories, 0, 0, 4, 6,
                                     len(strings)) + body


def model(categories, classes):
    cells = encoding(categories, classes)
    d, c = 1 if categories == 2 else categories, max(1, classes - 1)
    arrays = numbers([0] * d)
    origin, alpha = 128, 128 + len(arrays)
    arrays += bytes(64 * c)
    centres = 128 + len(arrays)
    arrays += bytes(16 * d)
    extra = 128 + len(arrays)
    behind = struct.pack("<4sIQ", b"cell", 0, len(cells)) + cells
    head = struct.pack("<Q2H3i3d4I6Q", extra + len(behind), 4, 1, LAPLACE, IDENTITY, 0, 1, 1, 0, 1, d, d, c, origin, alpha, 0, centres, extra,
                       len(behind))
    rest = head + arrays + behind
    return b"RFMmodel" + struct.pack("<2I", VERSION, zlib.crc32(rest)) + rest


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_bytes(model(int(sys.argv[2]), int(sys.argv[3])))
