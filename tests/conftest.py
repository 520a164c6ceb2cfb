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

IN_CI = os.environ.get("GGDOCS_CI") == "1"
"""In CI nothing may be left out: a skipped or an expectedly failing test is a failure there, and so
it is where a part of `make test-all` is asked for."""

TESTS = Path(__file__).parent
SLOW = (
    # a browser
    "browser",
    # servers and programs, each in a process of its own
    "commands",
    "mock/test_guide.py",
    "mock/test_http.py",
    "mock/test_sockets.py",
    "packaging",
    "repository/test_change_guides.py",
    "repository/test_docs.py",
    "repository/test_guides.py",
    "repository/test_llms_files.py",
    "repository/test_migrating.py",
    "repository/test_sdist.py",
    "repository/test_sphinx_guide.py",
    "repository/test_tutorials.py",
    "repository/test_windows.py",
    "schema/test_patterns_in_javascript.py",
    "sdk",
    "sockets/test_clients.py",
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
    "audiences/test_drawn.py",
    "audiences/test_published.py",
    "adapters/test_corpus.py",
    "adapters/test_drawn_applications.py",
    "adapters/test_packages.py",
    "adapters/test_published.py",
    "readers/test_guide.py",
    "readers/test_published.py",
    "exports/test_drawn.py",
    "history/test_drawn_changes.py",
    "history/test_drawn_documents.py",
    "history/test_members.py",
    "native/test_size.py",
    "native/test_uses.py",
    "schema/test_drawn_types.py",
    "serving/test_load.py",
    "sockets/test_slow_clients.py",
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
        "repository/test_guides.py",
        "repository/test_llms_files.py",
        "repository/test_migrating.py",
        "repository/test_sphinx_guide.py",
    ),
    "corpus": ("adapters/test_published.py",),
    "documents": ("readers/test_published.py", "sphinx/test_published_files.py"),
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
"""The parts of the tests that `make test-all` has and `make test` has not: modules. Single tests have the mark `part`, and those that another browser than Chromium
runs are of the part with its name."""
DRAWN = (
    "adapters/test_drawn_applications.py",
    "audiences/test_drawn.py",
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
        help="only the tests of this part; tests/conftest.py says which",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave modules out of what is asked for."""
    path = collection_path.relative_to(TESTS).as_posix()
    if config.getoption("--part") == "drawn":
        return (collection_path.is_file() and path not in DRAWN) or None
    return (config.getoption("--quick") and path in SLOW) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The same for single tests."""
    part = config.getoption("--part")
    wanted = {
        item
        for item in items
        if part in (None, "drawn", part_of(item))
        and not (config.getoption("--quick") and item.get_closest_marker("slow"))
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = [item for item in items if item in wanted]


def part_of(item: pytest.Item) -> str:
    """The part of `make test-all` that has a test."""
    if mark := item.get_closest_marker("part"):
        return str(mark.args[0])
    path = item.path.relative_to(TESTS).as_posix()
    for part, modules in PARTS.items():
        if path in modules:
            return part
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
    """Turn a skip or an expected failure into a failure where nothing may be left out."""
    report = yield
    if report.outcome == "skipped" and is_whole(item.config):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was left out: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a module that leaves itself out."""
    report = yield
    if report.outcome == "skipped" and is_whole(collector.config):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was left out: {report.longrepr}"
    return report


def is_whole(config: pytest.Config) -> bool:
    """Whether nothing may be left out."""
    return IN_CI or config.getoption("--part") is not None


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
