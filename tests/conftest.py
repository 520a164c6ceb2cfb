"""What holds for all tests."""

import gc
import os
import sys
from collections.abc import Callable, Generator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from .built import Build, built_once, shared_folder
from .wheels import build_distributions, build_wheel

pytest_plugins = ["sphinx.testing.fixtures"]

# Bytecode is written, as on machines of users: what it hides from an import is to be seen here,
# too.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Django Ninja asks for settings when it is imported.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django_project.settings")

# How long a drawn case takes, or drawing it, says how busy the machine is.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

TESTS = Path(__file__).parent
SLOW = (
    # a browser
    "browser",
    # servers and programs, each in a process of its own
    "commands",
    "mock/test_http.py",
    "mock/test_sockets.py",
    "packaging",
    "repository/test_docs.py",
    "repository/test_windows.py",
    "schema/test_patterns_in_javascript.py",
    "sdk",
    "serving/test_frameworks.py",
    "serving/test_http.py",
    "serving/test_nginx.py",
    "typing",
    "validators",
    "viewers",
    # builds with Sphinx
    "audiences/test_surfaces.py",
    "adapters/test_app_option.py",
    "adapters/test_docs.py",
    "catalog/test_surfaces.py",
    "exports/test_alone.py",
    "sphinx",
    # drawn cases, whole corpora, many requests
    "audiences/test_docstrings_of_others.py",
    "audiences/test_drawn.py",
    "audiences/test_drawn_files.py",
    "audiences/test_given_fragments.py",
    "audiences/test_marked_places.py",
    "adapters/test_drawn_applications.py",
    "adapters/test_packages.py",
    "exports/test_drawn.py",
    "history/test_drawn_changes.py",
    "history/test_drawn_documents.py",
    "history/test_members.py",
    "native/test_uses.py",
    "schema/test_drawn_types.py",
)
"""What the inner loop, `make quick`, leaves to `make test`: whatever starts a browser or a server
or another program, builds with Sphinx, or tries very many cases. Single tests of that kind in other
files have the mark `slow`."""


PARTS: Mapping[str, tuple[str, ...]] = {
    "edits": ("sphinx/test_edits.py",),
    "clients": (
        "mock/test_schemathesis.py",
        "sdk/test_clients.py",
        "sdk/test_schemathesis.py",
        "sockets/test_clients.py",
        "sockets/test_slow_clients.py",
    ),
    "installs": (
        "packaging/test_installs.py",
        "repository/test_tutorials.py",
        "repository/test_sdist.py",
    ),
    "guides": (
        "mock/test_guide.py",
        "readers/test_guide.py",
        "repository/test_change_guides.py",
        "repository/test_fastapi_in_guides.py",
        "repository/test_fastapi_tutorial.py",
        "repository/test_guides.py",
        "repository/test_llms_files.py",
        "repository/test_migrating.py",
        "repository/test_sphinx_guide.py",
    ),
    "corpus": ("adapters/test_published.py",),
    "documents": (
        "adapters/test_corpus.py",
        "audiences/test_published.py",
        "readers/test_published.py",
        "sphinx/test_published_files.py",
    ),
    "large": (
        "native/test_size.py",
        "browser/test_large.py",
        "serving/test_load.py",
    ),
    "builders": (),
    "journeys": (),
    "firefox": (),
    "themes": (),
    "viewers": (),
    "frameworks": (),
    "languages": (),
}
"""The parts of the tests that `make test-all` has and `make test` has not: modules. Single tests
have the mark `part`, and those that another browser than Chromium runs are of the part with its
name. What is downloaded when tests run is in "corpus" or "documents"."""
PART_OF_MODULE = {module: part for part, modules in PARTS.items() for module in modules}
DRAWN = (
    "adapters/test_drawn_applications.py",
    "audiences/test_drawn.py",
    "audiences/test_drawn_files.py",
    "exports/test_drawn.py",
    "history/test_drawn_changes.py",
    "history/test_drawn_documents.py",
    "native/test_uses.py",
    "readers/test_contract_document.py",
    "readers/test_mutations.py",
    "schema/test_drawn_types.py",
    "validators/test_third_party.py",
)
"""What `make test` has too, and `make test-drawn` with more cases: it reads `GGDOCS_EXAMPLES`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="leave out slow tests; tests/conftest.py says which"
    )
    parser.addoption(
        "--part",
        choices=["test", "drawn", *PARTS],
        help="only the tests of this part; tests/conftest.py says which (default: those of "
        "`make test`, and all of the files that are named)",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore modules of other parts; pytest does not ask about files that are named."""
    path = collection_path.relative_to(TESTS).as_posix()
    part = config.getoption("--part") or "test"
    if part == "drawn":
        return (collection_path.is_file() and path not in DRAWN) or None
    is_of_another_part = PART_OF_MODULE.get(path, part) != part
    is_too_slow = config.getoption("--quick") and path in SLOW
    return is_of_another_part or is_too_slow or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect single tests of other parts, and those that a platform cannot run."""
    wanted = []
    others = []
    for item in items:
        if is_wanted(item, config):
            wanted.append(item)
        else:
            others.append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = wanted


def is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    """Return whether a run has a test."""
    if config.getoption("--quick") and item.get_closest_marker("slow"):
        return False
    if os.name != "posix" and item.get_closest_marker("posix"):
        return False
    part = config.getoption("--part")
    if part == "drawn":
        return True
    if part is None and item.session.isinitpath(item.path):
        return True
    return part_of(item) == (part or "test")


def part_of(item: pytest.Item) -> str:
    """The part of `make test-all` that has a test."""
    if mark := item.get_closest_marker("part"):
        return str(mark.args[0])
    path = item.path.relative_to(TESTS).as_posix()
    if path in PART_OF_MODULE:
        return PART_OF_MODULE[path]
    drawn_by = getattr(item, "callspec", None)
    engine = drawn_by.params.get("engine", "chromium") if drawn_by else "chromium"
    return "test" if engine == "chromium" else str(engine)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Spare the garbage collector what lasts as long as the tests: modules and the tests
    themselves, more than a million objects, which it would look through again and again.
    """
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip or an expected failure into a failure: a run leaves nothing out."""
    report = yield
    if report.outcome == "skipped":
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was left out: {report.longrepr}"
        if hasattr(report, "wasxfail"):
            del report.wasxfail  # with it, pytest prints the failure and ends with the status 0
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that leaves itself out. A test whose list of cases is empty is an error
    already, by `empty_parameter_set_mark`; its message gets the remedy.
    """
    report = yield
    if report.outcome == "skipped":
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was left out: {report.longrepr}"
    elif "Empty parameter set" in str(report.longrepr):
        report.longrepr = f"{collector.nodeid}: {report.longrepr}. {REMEDY}"
    return report


REMEDY = (
    "The files that its cases are made of are not installed: "
    "`make environment` installs what the tests of `make test` need."
)


BuildOnce = Callable[[str, Build], Path]


@pytest.fixture(scope="session")
def build_once(tmp_path_factory: pytest.TempPathFactory) -> BuildOnce:
    """Builds something once for the whole run: `build_once("name", build)` is where it is."""
    shared = shared_folder(tmp_path_factory.getbasetemp())
    return lambda name, build: built_once(shared, name, build)


@pytest.fixture(scope="session")
def wheel(build_once: BuildOnce) -> Path:
    """The wheel of this checkout."""
    return build_once("wheel", lambda folder: build_wheel(TESTS.parent, folder))


@pytest.fixture(scope="session")
def distributions(build_once: BuildOnce) -> Path:
    """A folder with the source distribution of this checkout, and the wheel built from it."""
    return build_once("distributions", lambda folder: build_distributions(TESTS.parent, folder))
