"""Where the environment's bytes and the time of a build without changes go, by part:
``python -m benchmarks.sphinx.parts --write``.

Sphinx reads the environment whole at each start, and writes the general index, the indices of
domains, the inventory and the search's data at each end. How much of each is this extension's own
is shown by pages that say the same without it.
"""

import argparse
import os
import pickle
import pstats
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from . import projects
from .__main__ import TITLES, write_results
from .run import Cost, build, doctrees, environment_file, output, source_folder

BEGIN = "<!-- results of sphinx, by part -->\n"
END = "<!-- end of results of sphinx, by part -->"

KINDS = ("empty", "ours", "rest", "rest-listed")
ROUNDS = 5

PROFILED = """
import cProfile, sys, time
from sphinx.cmd.build import main
profile = cProfile.Profile(time.process_time)
profile.runcall(main, sys.argv[2:])
profile.dump_stats(sys.argv[1])
"""

STEPS = {
    "the environment is read": "<built-in method _pickle.load>",
    "general index": "write_genindex",
    "indices of domains": "write_domain_indices",
    "objects.inv": "dump_inventory",
    "the search's data": "dump_search_index",
}
"""What Sphinx does in each build: the functions."""
OWN = "functions of this extension, imports included"
"""Overlaps with the others: Sphinx gets objects, and the indices' entries, from its domain."""
PACKAGE = f"{os.sep}sphinxcontrib_ggdocs{os.sep}"


class Parts(NamedTuple):
    """What was measured of one kind."""

    cost: Cost
    """Of a build without changes, not profiled."""
    sizes: Mapping[str, int]
    """Bytes of the environment by part, each pickled alone."""
    seconds: Mapping[str, float]
    """Processor time by part, profiled."""


def measure(size: int) -> dict[str, Parts]:
    """By kind."""
    found: dict[str, Parts] = {}
    for kind in KINDS:
        with source_folder() as folder:
            projects.write_project(kind, size, folder)
            build(folder)
            best = build(folder)
            for _ in range(ROUNDS - 1):
                best = build(folder).or_better(best)
            found[kind] = Parts(best, _sizes(folder), _seconds(folder))
    return found


def _sizes(folder: Path) -> dict[str, int]:
    env = pickle.loads(environment_file(folder).read_bytes())
    data = env.domaindata
    parts = {
        "contents": env.tocs,
        "general index": data["index"],
        "objects of domains": {name: data[name] for name in ("gg", "py") if name in data},
        "labels": data["std"],
    }
    sizes = {name: len(pickle.dumps(part)) for name, part in parts.items()}
    whole = environment_file(folder).stat().st_size
    return {**sizes, "everything else": whole - sum(sizes.values()), "whole": whole}


def _seconds(folder: Path) -> dict[str, float]:
    """Of the functions of `STEPS`, and of ours that others call."""
    with tempfile.NamedTemporaryFile() as file:
        command = [sys.executable, "-c", PROFILED, file.name, "-q", "-b", "html", "-d"]
        command += [str(doctrees(folder)), str(folder), str(output(folder))]
        subprocess.run(command, check=True)
        stats = pstats.Stats(file.name).get_stats_profile()
        entries = pstats.Stats(file.name).stats  # type: ignore[attr-defined]
    profiles = stats.func_profiles
    seconds = {
        title: profiles[name].cumtime if name in profiles else 0.0 for title, name in STEPS.items()
    }
    setups, others = [0.0], 0.0
    for (path, _line, name), (*_own, callers) in entries.items():
        outside = [each[3] for (caller, *_), each in callers.items() if PACKAGE not in caller]
        if PACKAGE not in path or name == "<module>":
            continue
        if name == "setup":  # each calls the next; the first imports everything
            setups += outside
        else:
            others += sum(outside)
    return {**seconds, OWN: max(setups) + others, "whole": stats.total_tt}


def report(found: Mapping[str, Parts], size: int) -> Iterator[str]:
    """The lines for people."""
    first = found["empty"]
    yield f"{size:,} methods:"
    yield from ("", "| | " + " | ".join(TITLES[kind] for kind in found) + " |")
    yield "|---|" + "---:|" * len(found)
    for part in first.sizes:
        cells = " | ".join(f"{each.sizes[part] / 1e3:,.0f} kB" for each in found.values())
        yield f"| environment: {part} | {cells} |"
    for part in first.seconds:
        cells = " | ".join(f"{each.seconds[part]:.2f} s" for each in found.values())
        yield f"| no-op, profiled: {part} | {cells} |"
    cells = " | ".join(f"{each.cost.cpu:.2f} s" for each in found.values())
    yield f"| no-op, not profiled | {cells} |"
    cells = " | ".join(f"{each.cost.cpu / first.cost.cpu:.2f}" for each in found.values())
    yield f"| … to empty pages | {cells} |"


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    parser.add_argument("--size", type=int, default=1000, help="methods of the API")
    arguments = parser.parse_args()
    lines = report(measure(arguments.size), arguments.size)
    text = "".join(f"{line}\n" for line in lines)
    print(text)
    if arguments.write:
        write_results(text, BEGIN, END)


if __name__ == "__main__":
    main()
