"""Writes what TypeScript must know of the options of training from lib/rfm/data/options.hpp, where each stands once.

    python3 toolchains/option_lists.py            write wasm/ts/training.ts
    python3 toolchains/option_lists.py --check    fail when it is not what would be written (a guard test)
"""
import pathlib
import re
import sys

top = pathlib.Path(__file__).resolve().parent.parent
header = (top / "lib/rfm/data/options.hpp").read_text(encoding="utf-8")
facts = (top / "lib/rfm/core/kernels/facts.hpp").read_text(encoding="utf-8")
out = top / "wasm/ts/training.ts"


def kernels(takes):
    words = re.findall(r'X\(\d+,\s*\w+,\s*"(\w+)",\s*[\d.]+,\s*[\d.]+,\s*' + takes, facts)
    return " or ".join(f"'{word}'" for word in dict.fromkeys(words))


def fields(line):
    """What stands between the commas of one X(...); commas inside of texts and brackets part nothing."""
    found, depth = [""], 0
    for part in re.findall(r'"[^"]*"|.', line):
        depth += (part in "([{") - (part in ")]}")
        if part == "," and depth == 0:
            found.append("")
        else:
            found[-1] += part
    return [field.strip() for field in found]


def option(line):
    word, older, faces, group, form, standard, sentence = fields(line)[:7]
    kind, given = re.fullmatch(r"(\w+)\((.*)\)", form).groups()
    for takes in ("exponent", "layers"):
        sentence = sentence.replace("{" + takes + "}", kernels(takes))
    camel = re.sub("-(.)", lambda match: match[1].upper(), word[1:-1])
    older = re.sub("-(.)", lambda match: match[1].upper(), older[1:-1])
    return camel, older, faces, group, kind, given, standard[1:-1], sentence[1:-1]


def range_words(kind, given):
    if kind == "number_among":
        return "One of " + given[1:-1] + "."
    if kind not in {"number", "above", "whole"}:
        return ""
    least, most = given.split(", ")
    words = ("Above " if kind == "above" else "From ") + least
    return words + ("." if most == "no_limit" else f" to {most}.")


def type_of(camel, kind, given):
    if kind == "word":
        return "KernelName" if given == "nullptr" else camel.capitalize()
    return {"flag": "boolean", "text": "string", "list": "readonly string[]"}.get(kind, "number")


def member(camel, older, faces, group, kind, given, standard, sentence):
    words = [sentence[0].upper() + sentence[1:] + ".", range_words(kind, given)]
    if standard not in {"auto", "off"}:
        words.append(f"Default: {standard}.")
    lines = [f"  /** {' '.join(filter(None, words))} */", f"  readonly {camel}?: {type_of(camel, kind, given)}"]
    if older:
        lines += [f"  /** @deprecated Called `{camel}` now. */", f"  readonly {older}?: {type_of(camel, kind, given)}"]
    return "\n".join(lines) + "\n"


listing = re.search(r"#define RFM_EACH_OPTION\(X\)(.*?)\n// clang-format on", header, re.S).group(1).replace("\\\n", " ")
options = [option(re.sub(r"\s+", " ", part.strip())[:-1]) for part in re.split(r"\bX\((?=\")", listing)[1:]]
ours = [one for one in options if one[2] != "command_line"]

text = ("// Written by toolchains/option_lists.py from lib/rfm/data/options.hpp.\n"
        "import type { KernelName } from './kernels.js'\n\n")
for camel, _, _, _, kind, given, _, _ in ours:
    if kind == "word" and given != "nullptr":
        union = " | ".join(f"'{word}'" for word in given[1:-1].split(", "))
        text += f"export type {camel.capitalize()} = {union}\n"
        text += f"export const {camel}s: readonly {camel.capitalize()}[] = [{union.replace(' | ', ', ')}]\n"
for group, name, words in (
        ("columns", "ColumnOptions", "Which columns are used, as what. Names that are not columns are refused."),
        ("wishes", "Wishes", "What the search would otherwise choose."),
        ("search", "SearchOptions", "How it is searched, fitted and scored.")):
    text += f"\n/** {words} */\nexport interface {name} {{\n"
    text += "".join(member(*one) for one in ours if one[3] == group) + "}\n"

if "--check" in sys.argv:
    if not out.exists() or out.read_text(encoding="utf-8") != text:
        sys.exit("wasm/ts/training.ts is not as toolchains/option_lists.py writes it")
    print(f"{len(ours)} of {len(options)} options in wasm/ts/training.ts")
else:
    out.write_text(text, encoding="utf-8")
