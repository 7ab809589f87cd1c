"""The most stack that a call of the C interface takes, as the compiler states it: what each function
takes, summed along the deepest path of calls.

Calls by pointer go to the functions of a kernel; nobody lends threads, so those of an executor go
nowhere. Routines of the compiler's library are read from their code.
"""
import pathlib
import re
import subprocess

KERNEL = re.compile(r"Loops<.*>::(values|slopes|push|predict|gradients)\(")
VALID, FINDER = re.compile(r">::valid\("), re.compile(r"(any_kernel|unknown_kernel)<")
ONLY_LOOPS = re.compile(r"predict_tiles|gradient_tiles|Loops<")
NODE = re.compile(r'node: \{ title: "([^"]*)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"')


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def of_the_compiler(cpu):
    """Of the routines in the compiler's library for this processor: {name: bytes}, {name: names}."""
    library = run("arm-none-eabi-gcc", *cpu, "-print-libgcc-file-name").strip()
    stack, calls, name = {}, {}, ""
    for line in run("arm-none-eabi-objdump", "-dr", library).splitlines():
        if match := re.match(r"[0-9a-f]+ <(\w+)>:$", line):
            name = match.group(1)
            stack.setdefault(name, 0)
        elif match := re.search(r"\tpush\t\{(.*)\}", line):
            stack[name] += 4 * len(match.group(1).split(","))
        elif match := re.search(r"\tsub\tsp, #(\d+)", line):
            stack[name] += int(match.group(1))
        elif match := re.search(r"R_ARM_THM_(?:CALL|JUMP24)\s+(\w+)", line):
            calls.setdefault(name, set()).add(match.group(1))
    return stack, calls


def read(folder, stack, calls):
    """Adds what the compiler wrote beside the objects; a local function's file is part of its name."""
    for path in folder.glob("*.ci"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if match := NODE.match(line):
                for part in match.group(2).split("\\n"):
                    if bytes_ := re.match(r"(\d+) bytes \((.*)\)", part):
                        name = match.group(1).split(":")[-1]
                        stack[name] = max(stack.get(name, 0), int(bytes_.group(1)))
                        if "dynamic" in bytes_.group(2) and "bounded" not in bytes_.group(2):
                            raise ValueError(f"{name} takes stack without bound")
            elif match := EDGE.match(line):
                calls.setdefault(match.group(1).split(":")[-1], set()).add(match.group(2).split(":")[-1])


def of_calls(cpu, folder, options):
    """What each function of the C interface takes with all that it calls: {name: bytes}."""
    root = pathlib.Path(__file__).resolve().parents[3]
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted((root / "lib/rfm/c").glob("*.cpp")):
        run("arm-none-eabi-g++", *cpu, *options, "-Os", "-fcallgraph-info=su", "-c", source, "-o", folder / f"{source.stem}.o")
    stack, calls = of_the_compiler(cpu)
    own = {}
    read(folder, own, calls)
    stack.update(own)
    names = list(own)
    words = dict(zip(names, subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
                     .stdout.split("\n")))

    def number_type(name):
        return "double" if re.search(r"double|_f64", words[name]) else "float"

    def pointed_to(caller):
        """What a call by pointer may reach."""
        text = words[caller]
        if re.search(r"_FUN|for_each|stopped", text):
            return []
        found = []
        for name in names:
            if number_type(name) != number_type(caller):
                continue
            kernel = KERNEL.search(words[name])
            if re.search(r"Status rfm::open<|open_model", text):
                fits = FINDER.search(words[name]) or VALID.search(words[name])
            elif re.search(r"\bvalid\b|::start<", text):
                fits = VALID.search(words[name])
            elif ONLY_LOOPS.search(text):
                fits = kernel and kernel.group(1) in {"values", "slopes", "push"}
            else:
                fits = kernel
            if fits:
                found.append(name)
        return found

    known = {}

    def depth(name, path=()):
        if name not in known:
            if name in path:
                return 0  # nothing calls itself but by the wide net of pointed_to
            below = 0
            for callee in calls.get(name, ()):
                for one in pointed_to(name) if callee == "__indirect_call" else [callee]:
                    below = max(below, depth(one, (*path, name)))
            known[name] = stack.get(name, 0) + below
        return known[name]

    return {name: depth(name) for name in names if name.startswith("rfm_")}
