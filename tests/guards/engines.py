"""Guards that instruction sets stay apart: engines.py <name> <object> [<name> <object> ...].

Each object holds one engine. Were a function of it visible under a name that other objects use too,
the linker might give that copy to all of them, and a processor without the instructions would stop.
So every function an object shows must have the engine's namespace in its name, and it may call
nothing outside but memory functions.
"""
import subprocess
import sys

MEMORY = {"memcpy", "memmove", "memset", "memcmp", "bcmp", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}

found = []
pairs = list(zip(sys.argv[1::2], sys.argv[2::2]))
for name, path in pairs:
    listing = subprocess.run(["nm", "--format=posix", path], capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        symbol, kind = line.split()[:2]
        if kind in "TWVuBDC" and f"{len('engine_' + name)}engine_{name}" not in symbol:
            found.append(f"{path}: shows {symbol} ({kind}) to other engines")
        if kind in "Uw" and symbol not in MEMORY:
            found.append(f"{path}: calls {symbol}")
        if kind in "BbDC":
            found.append(f"{path}: {symbol} is writable ({kind})")
print("\n".join(found))
print(f"{len(pairs)} engines read, {len(found)} complaints")
sys.exit(1 if found or not pairs else 0)
