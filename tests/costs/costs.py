"""What small hostile or odd files cost the program rfm: costs.py <rfm> <folder>

Makes the files in the folder, runs a command on each, and prints a table: processor seconds and peak
memory, also for each KB that the command was given. Each line has bars, some times what an optimised
program takes, since small input must not ask for minutes or gigabytes. Budgets are on the clock;
everything else is on processor time, so that a busy machine fails nothing.
"""
import os
import pathlib
import random
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "devices" / "products"))
import wide_model  # noqa: E402

program, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
os.chdir(folder)
chance = random.Random(1)
# A process that makes the files and ends. The peak of a program is at least what its parent took when it began it, so that one stays small.
maker = os.fork()


def table(name, header, rows):
    if maker == 0:
        pathlib.Path(name).write_text("".join(",".join(line) + "\n" for line in [header, *rows]), encoding="utf-8")
    return name


def digits(count):
    return [str(chance.randrange(10)) for _ in range(count)]


def wide_table(name, columns, rows):
    names = [f"c{k}" for k in range(columns)]
    return table(name, [*names, "y"], ([*digits(columns), str(chance.randrange(1000))] for _ in range(rows)))


def classes_table(name, classes):
    return table(name, ["a", "b", "y"], ([*digits(2), f"k{k % classes}"] for k in range(2 * classes)))


def words_table(name, words):
    """Texts that agree in all but their last characters: each comparison of two is long, and any sum of characters collides."""
    return table(name, ["word", "number", "y"], ([f"{'a' * 20}{k % words:06}", f"{k / 7:.2f}", str(k % 101)] for k in range(2 * words)))


def bare_model(name, features, metric):
    """One centre in 8-bit whole numbers and no encoding: 21 bytes a feature, 25 with a diagonal metric."""
    if maker != 0:
        return name
    origin, alpha = 128, 128 + len(wide_model.numbers([0] * features))
    arrays = wide_model.numbers([0] * features) + bytes(64)
    root = 128 + len(arrays) if metric == "diagonal" else 0
    arrays += wide_model.numbers([1] * features) if root else b""
    centres = 128 + len(arrays)
    arrays += bytes(k % 251 for k in range(16 * features))
    arrays += bytes(-len(arrays) % 16)
    head = struct.pack("<Q2H3i3d4I6Q", 128 + len(arrays), 4, 1, 0, {"diagonal": 1, "identity": 2}[metric], 0, 1, 1, 0, 16, features, features, 1,
                       origin, alpha, root, centres, 0, 0)
    rest = head + arrays
    pathlib.Path(name).write_bytes(b"RFMmodel" + struct.pack("<2I", wide_model.VERSION, zlib.crc32(rest)) + rest)
    return name


def encoded_model(name, categories, classes):
    if maker == 0:
        pathlib.Path(name).write_bytes(wide_model.model(categories, classes))
    return name


def word_rows(name, rows, categories):
    return table(name, ["word", "answer"], ([f"{k % categories:07}", f"{0:07}"] for k in range(rows)))


# The exit code, a word of the answer, the bars in seconds and MB, and the command.
CASES = [
    (1, "3000 classes", 1, 60, ["train", classes_table("classes_3000.csv", 3000)]),
    (1, "30000 classes", 5, 150, ["train", classes_table("classes_30000.csv", 30000)]),
    (0, "out of time", 90, 900, ["train", "classes_3000.csv", "--most-classes", "3000", "--budget", "1"]),
    (0, "diagonal one is learned", 25, 250, ["train", wide_table("wide_5000.csv", 5000, 50), "--budget", "3"]),
    (0, "diagonal one is learned", 25, 250, ["train", wide_table("wide_20000.csv", 20000, 14), "--budget", "1"]),
    (1, "memory allows", 5, 150, ["train", "wide_20000.csv", "--metric", "full", "--memory", "2G"]),
    (0, "out of time", 90, 600, ["train", "wide_5000.csv", "--metric", "full", "--budget", "1"]),
    (0, "diagonal one is learned", 90, 900, ["train", wide_table("wide_200000.csv", 200000, 3), "--budget", "1"]),
    (1, "memory allows", 10, 250, ["train", words_table("words.csv", 50000), "--categorical", "word", "--memory", "1M"]),
    (1, "too few", 2, 60, ["shrink", bare_model("identity_3000.rfm", 3000, "identity"), "--bytes", "1000"]),
    (0, "became", 20, 250, ["shrink", "identity_3000.rfm", "--bytes", "62000"]),
    (0, "became", 20, 400, ["shrink", bare_model("diagonal_13000.rfm", 13000, "diagonal"), "--bytes", "320000"]),
    (1, "memory allows", 2, 60, ["inspect", "identity_3000.rfm", "--memory", "10M", "--matrix", "-"]),
    (0, "1", 60, 600, ["inspect", "identity_3000.rfm", "--matrix", "matrix.csv"]),
    (0, "push_1", 20, 250, ["predict", encoded_model("wide.rfm", 4000, 4001), word_rows("one.csv", 1, 1), "--explain"]),
    (0, "answer", 90, 250, ["predict", encoded_model("categories.rfm", 65536, 0), word_rows("many.csv", 20000, 65536)]),
    (0, "answer", 60, 50, ["predict", encoded_model("few.rfm", 2, 0), word_rows("long.csv", 1500000, 2)]),
    (1, "memory allows", 5, 150, ["evaluate", "categories.rfm", "many.csv", "--memory", "1G"]),
    (0, "accuracy", 60, 250, ["evaluate", encoded_model("classes.rfm", 2, 20001), word_rows("two.csv", 2, 2)]),
]
if maker == 0:
    os._exit(0)
if os.waitpid(maker, 0)[1] != 0:
    sys.exit("the files could not be made")


def cost(words):
    """Exit code, what was said, processor seconds and peak MB."""
    with open("said", "w+b") as said:
        process = subprocess.Popen([program, *words, *(["-o", "out.rfm"] if words[0] in ("train", "shrink") else [])], stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        said.seek(0)
        return os.waitstatus_to_exitcode(status), said.read().decode(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


failed = 0
print(f"{'KB':>6} {'s':>7} {'bar':>4} {'MB':>7} {'bar':>4} {'ms/KB':>7} {'KB/KB':>7}  command")
for code, word, most_seconds, most_megabytes, command in CASES:
    ended, said, seconds, megabytes = cost(command)
    given = sum(os.path.getsize(path) for path in command if path.endswith((".csv", ".rfm")) and path != "matrix.csv") / 1000
    print(f"{given:6.0f} {seconds:7.2f} {most_seconds:4} {megabytes:7.0f} {most_megabytes:4} {1000 * seconds / given:7.2f}"
          f" {1000 * megabytes / given:7.0f}  rfm {' '.join(command)}", flush=True)
    if ended != code or word not in said:
        print(f"    ends with {ended} and not with {code}, or does not say '{word}': {said[-600:]}")
        failed += 1
    if seconds > most_seconds or megabytes > most_megabytes:
        print("    costs more than its bars")
        failed += 1
sys.exit(f"{failed} costs are not as they should be" if failed else 0)
