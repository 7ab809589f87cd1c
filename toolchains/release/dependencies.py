"""Checks that DEPENDENCIES.md names the Debian packages of toolchains/apt-*.txt and the npm packages
that each package.json asks for, no others, with the versions and licences of the lock files."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = pathlib.Path(__file__).with_name("DEPENDENCIES.md")


def rows():
    """Of the page: {name: {"from", "version", "licence", "where"}}."""
    table = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "package":
            table[cells[0]] = dict(zip(["from", "version", "licence", "where"], cells[1:]))
    return table


def debian_packages():
    for path in sorted(ROOT.glob("toolchains/apt-*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            words = line.split("#")[0].split()
            if words:
                yield words[0]


def npm_packages():
    """Yields (name, version, licence) of what is asked for, as the lock files pin it."""
    tracked = subprocess.run(["git", "ls-files", "*package.json"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in tracked.stdout.splitlines():
        folder = ROOT / name
        asked = json.loads(folder.read_text(encoding="utf-8"))
        lock = folder.with_name("package-lock.json")
        if not lock.is_file():
            continue
        pinned = json.loads(lock.read_text(encoding="utf-8"))["packages"]
        for kind in ("dependencies", "devDependencies", "optionalDependencies"):
            for package, wanted in asked.get(kind, {}).items():
                if not wanted.startswith("file:"):
                    entry = pinned["node_modules/" + package]
                    yield package, entry["version"], entry.get("license", "")


def complaints():
    table = rows()
    apt, npm = set(debian_packages()), list(npm_packages())
    for name in sorted(apt - set(table)):
        yield f"{name} of apt has no row"
    for name, version, licence in npm:
        row = table.get(name)
        if row is None:
            yield f"{name} of npm has no row"
        elif version not in row["version"].split(", "):
            yield f"{name} has version {row['version']}, the lock file {version}"
        elif row["licence"] != licence:
            yield f"{name} has licence {row['licence']}, the lock file {licence}"
    for name, row in table.items():
        known = {"apt": apt, "npm": {package for package, *_ in npm}}.get(row["from"])
        if known is not None and name not in known:
            yield f"{name} has a row and is not asked for"


def main():
    found = list(complaints())
    print("\n".join(f"{PAGE.relative_to(ROOT)}: {words}" for words in found) or f"{len(rows())} packages, all known")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
