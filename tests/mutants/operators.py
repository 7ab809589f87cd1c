"""What a mutation may do to a line of C++, as pairs of a pattern and what takes its place, and where
in a file such places are. A mutation changes the meaning of one expression or statement and leaves
the syntax alone; what the compiler refuses all the same does not count."""
import re

# name, pattern, replacement. Operators between spaces are binary: the code is clang-formatted.
OPERATORS = [
    ("< becomes <=", r" < (?!=)", " <= "),
    ("<= becomes <", r" <= ", " < "),
    ("> becomes >=", r" > (?!=)", " >= "),
    (">= becomes >", r" >= ", " > "),
    ("== becomes !=", r" == ", " != "),
    ("!= becomes ==", r" != ", " == "),
    ("&& becomes ||", r" && ", " || "),
    ("|| becomes &&", r" \|\| ", " && "),
    ("+ becomes -", r" \+ ", " - "),
    ("- becomes +", r" - ", " + "),
    ("* becomes /", r" \* ", " / "),
    ("/ becomes *", r" / ", " * "),
    ("% becomes /", r" % ", " / "),
    ("+= becomes -=", r" \+= ", " -= "),
    ("-= becomes +=", r" -= ", " += "),
    ("an increment is lost", r"\+\+(\w+)(?=[;)])", r"\1"),
    ("! is lost", r"(?<=[(&| ])!(?=[\w(])", ""),
    ("0 becomes 1", r"(?<![\w.])0(?![\w.])", "1"),
    ("1 becomes 2", r"(?<![\w.])1(?![\w.])", "2"),
    ("true becomes false", r"\btrue\b", "false"),
    ("false becomes true", r"\bfalse\b", "true"),
    ("a condition always holds", r"\bif \((?!constexpr)(.+)\) (?=return|continue|break)", "if (true) "),
    ("a condition never holds", r"\bif \((?!constexpr)(.+)\) (?=return|continue|break)", "if (false) "),
    ("a statement is lost", r"^(\s+)[\w.>\[\]()-]+ ([-+*|]?=) [^;{]+;$", r"\1;"),
    ("a call is lost", r"^(\s+)(?!return|delete|throw|using|break|continue)[\w.:>-]+\([^;{]*\);$", r"\1;"),
    ("a check is lost", r"RFM_TRY\((.+)\);", r"(void)(\1);"),
]

# Whether the largest or smallest takes the place of an equal makes no difference.
EXTREME = re.compile(r"^\s*if \((.+) ([<>]=?) (.+)\) (\3 = \1|\1 = \3);$")

# Lines that say nothing at run time.
SILENT = re.compile(r"^\s*(//|\*|/\*|#|static_assert|namespace|using|template|extern template|\[\[|$)")


def code_of(line):
    """The line up to a comment, with texts and characters blanked, so that no place lies in them."""
    blank = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'', lambda found: "~" * len(found.group()), line)
    comment = blank.find("//")
    return blank if comment < 0 else blank[:comment]


def places(text):
    """Yields (line number from 0, name of the operator, the line as it would be)."""
    for number, line in enumerate(text.splitlines()):
        if SILENT.match(line):
            continue
        code = code_of(line)
        extreme = EXTREME.match(code)
        for name, pattern, replacement in OPERATORS:
            for found in re.finditer(pattern, code):
                instead = found.expand(replacement)
                compared = extreme and found.group().strip() == extreme[2] and found.start() == extreme.end(1)
                if "~" not in instead and not compared:
                    yield number, name, line[:found.start()] + instead + line[found.end():]
