"""The end of a program that measures: its table, and whether each figure holds."""
import json
import sys


def settle(found, complaints, folder, stored_file):
    """found: {name: {"value", "bar"}}, where a bar may be None. Prints the table, leaves it in table.txt,
    and ends with 1 when a figure is above its bar or more than 2 % above what is stored, or when
    there are complaints already. --write stores the figures first."""
    table = ["| what | measured | bar |", "|---|---|---|"]
    table += [f"| {name} | {one['value']:,} | {'' if one['bar'] is None else format(one['bar'], ',')}"
              f"{' missed' if one['bar'] is not None and one['value'] > one['bar'] else ''} |" for name, one in found.items()]
    (folder / "table.txt").write_text("\n".join(table) + "\n", encoding="utf-8")
    print("\n".join(table))
    values = {name: one["value"] for name, one in found.items()}
    if "--write" in sys.argv:
        stored_file.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
    stored = json.loads(stored_file.read_text(encoding="utf-8"))
    complaints += [f"{name}: {one['value']} is more than {one['bar']}" for name, one in found.items()
                   if one["bar"] is not None and one["value"] > one["bar"]]
    complaints += [f"{name}: {value} is more than 2 % above {stored.get(name, 0)}" for name, value in values.items()
                   if value > 1.02 * stored.get(name, 0)]
    print("\n".join(complaints))
    sys.exit(1 if complaints else 0)
