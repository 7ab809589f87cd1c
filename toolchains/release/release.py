"""Makes a release: release.py OUT [--programs x86-64,aarch64,armhf,riscv64]

Into OUT, which must not exist yet: the sources as a tarball, the npm package, a static program for
each processor, a list of what is inside (SPDX 2.3, JSON) and SHA256SUMS. All of it is built twice
from the last commit, in two folders, the second time without a compiler cache; what differs is
named and the release fails. Nothing is published.
"""
import argparse
import datetime
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from dependencies import rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Processor: the preset that builds its static program, and the tool that strips it.
PROGRAMS = {
    "x86-64": ("static-x86-64", "strip"),
    "aarch64": ("aarch64", "aarch64-linux-gnu-strip"),
    "armhf": ("armhf", "arm-linux-gnueabihf-strip"),
    "riscv64": ("riscv64", "riscv64-linux-gnu-strip"),
}


def run(*command, **more):
    result = subprocess.run([str(word) for word in command], check=False, capture_output=True, **more)
    if result.returncode != 0:
        words = (result.stdout + result.stderr).decode(errors="replace").splitlines()[-20:]
        sys.exit("\n".join([f"{' '.join(map(str, command))} failed:", *words]))
    return result.stdout


def version():
    """The one version of CMakeLists.txt, wasm/package.json and the newest entry of CHANGELOG."""
    cmake = re.search(r"project\(rfm VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    npm = json.loads((ROOT / "wasm/package.json").read_text(encoding="utf-8"))["version"]
    changes = re.search(r"^## (\S+)", (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8"), re.M).group(1)
    if not cmake == npm or not cmake.startswith(changes.rstrip(",")):
        print(f"note: CMakeLists.txt says {cmake}, wasm/package.json {npm}, CHANGELOG {changes.rstrip(',')}",
              file=sys.stderr)
    return cmake


def build(work, name, programs, cached):
    """Checks the last commit out below `work` and leaves what a release has in the folder it returns."""
    made = work / "made"
    made.mkdir(parents=True)
    archive = run("git", "archive", "--format=tar", f"--prefix={name}/", "HEAD", cwd=ROOT)
    with open(made / f"{name}.tar.gz", "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as tarball:
        tarball.write(archive)
    run("tar", "-x", "-C", work, input=archive)
    tree = work / name
    environment = dict(os.environ, SOURCE_DATE_EPOCH=run("git", "log", "-1", "--format=%ct", cwd=ROOT).decode().strip())
    if not cached:
        environment["CCACHE_DISABLE"] = "1"

    for processor in programs:
        preset, strip = PROGRAMS[processor]
        run("cmake", "--preset", preset, "-DRFM_BUILD_TESTS=OFF", cwd=tree, env=environment)
        run("cmake", "--build", "--preset", preset, "--target", "rfm_cli", "--parallel", cwd=tree, env=environment)
        program = made / f"{name}-linux-{processor}"
        shutil.copy(tree / "build" / preset / "bin/rfm", program)
        run(strip, program)

    run("toolchains/npm_build", "wasm", cwd=tree, env=environment)
    run("../toolchains/with_node", "npm", "pack", "--pack-destination", made, cwd=tree / "wasm", env=environment)
    return made


def differences(first, second):
    names = {path.name for folder in (first, second) for path in folder.iterdir()}
    for name in sorted(names):
        a, b = first / name, second / name
        if not a.is_file() or not b.is_file() or a.read_bytes() != b.read_bytes():
            yield name


def package(identity, name, release, licence, origin):
    known = re.fullmatch(r"[A-Za-z0-9.+-]+", licence)
    return {"SPDXID": f"SPDXRef-{identity}", "name": name, "versionInfo": release, "downloadLocation": origin,
            "filesAnalyzed": False, "licenseConcluded": licence.replace("+", "-or-later") if known else "NOASSERTION",
            "licenseDeclared": licence.replace("+", "-or-later") if known else "NOASSERTION",
            "copyrightText": "NOASSERTION", "comment": licence}


def contents(made, name, release):
    """What is inside each file of the release, as SPDX."""
    created = datetime.datetime.fromtimestamp(int(run("git", "log", "-1", "--format=%ct", cwd=ROOT)),
                                              datetime.timezone.utc)
    packages, relations = [], []
    table = rows()
    inside = {"linux": [key for key in ("g++", "libc6-dev", "nlohmann-json3-dev")], "npm": ["emscripten"], "tar": []}
    for key in sorted({key for keys in inside.values() for key in keys}):
        row = table[key]
        packages.append(package(re.sub(r"[^A-Za-z0-9.-]", "-", key), key, row["version"], row["licence"], "NOASSERTION"))
    for path in sorted(made.iterdir()):
        identity = re.sub(r"[^A-Za-z0-9.-]", "-", path.name)
        packages.append(package(identity, path.name, release, "MIT", "NOASSERTION") | {
            "packageFileName": path.name,
            "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]})
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", f"SPDXRef-{identity}"))
        kind = "linux" if "-linux-" in path.name else "npm" if path.suffix == ".tgz" else "tar"
        relations += [(f"SPDXRef-{identity}", "CONTAINS", "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", key))
                      for key in inside[kind]]
    commit = run("git", "rev-parse", "HEAD", cwd=ROOT).decode().strip()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{commit}",
            "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: rfm-release"]},
            "packages": packages,
            "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                              for a, kind, b in relations]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    arguments = parser.parse_args()
    programs = [word for word in arguments.programs.split(",") if word]
    unknown = [word for word in programs if word not in PROGRAMS]
    if unknown:
        parser.error(f"no program is built for {', '.join(unknown)}; there are {', '.join(PROGRAMS)}")
    if arguments.out.exists():
        parser.error(f"'{arguments.out}' is there already")
    changed = run("git", "status", "--porcelain", cwd=ROOT).decode().splitlines()
    if changed:
        print(f"note: {len(changed)} changes are not committed and not in the release", file=sys.stderr)

    release = version()
    name = f"rfm-{release}"
    with tempfile.TemporaryDirectory(prefix="rfm-release-") as folder:
        made = [build(pathlib.Path(folder) / work, name, programs, work == "one") for work in ("one", "another")]
        different = list(differences(*made))
        if different:
            sys.exit(f"built twice, these differ: {', '.join(different)}")
        text = json.dumps(contents(made[0], name, release), indent=2) + "\n"
        (made[0] / f"{name}.spdx.json").write_text(text, encoding="utf-8")
        sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in sorted(made[0].iterdir())]
        (made[0] / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
        shutil.copytree(made[0], arguments.out)
    for path in sorted(arguments.out.iterdir()):
        print(f"{path.stat().st_size:>10} {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
