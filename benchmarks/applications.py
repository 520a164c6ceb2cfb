"""Adapter and contract document against ``FastAPI.openapi()``, for published applications.

``python -m benchmarks.applications`` prints the table, ``--write`` puts it into README.md as well.
Each application is installed in an environment of its own, in ``.cache/corpus``.
"""

import argparse
from collections.abc import Iterator
from statistics import median

from tests.adapters.corpus.published import PACKAGES, Published, installed, last_line

from .application_worker import Measured
from .document import table
from .results import NotMeasuredError, show

NAMES = ("titiler", "airflow", "letta", "fides", "zenml", "galaxy", "litellm")
ROUNDS = 3
"""Of processes for each order and application, most of whose time is that of imports."""
FIRST = ("openapi", "ours")


def measured(package: Published, rounds: int) -> dict[str, list[Measured]]:
    """What was measured, by what was asked for first; orders take turns."""
    found: dict[str, list[Measured]] = {first: [] for first in FIRST}
    for _ in range(rounds):
        for first in FIRST:
            found[first].append(last_line(package, "benchmarks.application_worker", first))
    return found


def report(packages: list[Published], rounds: int) -> Iterator[str]:
    """The table, as lines of Markdown."""
    found = {package.name: measured(package, rounds) for package in packages}
    ratios = {name: [_middle(orders[first]) for first in FIRST] for name, orders in found.items()}
    yield (
        f"The middle one of {rounds} processes for each order.\n"
        if rounds > 1
        else ("One process for each order.\n")
    )
    yield from table(
        [
            "application",
            "operations",
            "FastAPI.openapi()",
            "adapter and document",
            "part of it, openapi() first",
            "ours first",
            "document",
            "OpenAPI file",
        ],
        (
            [
                name,
                str(orders["openapi"][0]["operations"]),
                f"{median(each['openapi'] for each in orders['openapi']):.2f} s",
                f"{median(each['ours'] for each in orders['openapi']):.2f} s",
                *(f"{ratio:.2f}" for ratio in ratios[name]),
                f"{orders['openapi'][0]['our_size'] / 1000:,.0f} kB",
                f"{orders['openapi'][0]['openapi_size'] / 1000:,.0f} kB",
            ]
            for name, orders in found.items()
        ),
    )
    worst = max(ratios, key=lambda name: max(ratios[name]))
    yield ""
    yield f"- At worst, {worst}, it takes {max(ratios[worst]):.2f} of FastAPI's time."


def _middle(measured: list[Measured]) -> float:
    """Our time as a part of FastAPI's."""
    return median(each["ours"] / each["openapi"] for each in measured)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    wanted = sorted(
        (package for package in PACKAGES if package.name in NAMES),
        key=lambda package: NAMES.index(package.name),
    )
    missing = ", ".join(package.name for package in wanted if not installed(package))
    if missing:
        raise NotMeasuredError(f"cannot be installed here: {missing}")
    show("applications", report(wanted, arguments.rounds), write=arguments.write)


if __name__ == "__main__":
    main()
