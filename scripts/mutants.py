"""Mutation testing: do the tests of the code notice small changes of the code?

``python -m scripts.mutants`` draws mutants of the packages and modules in `TESTS`, as many of each
(a fixed seed: the same ones in each run), runs their tests against each mutant, and lists
the survivors with their line. It exits with 1 when fewer than `--killed` of them are noticed.

A mutant is one edit of one expression or statement. Each runs in a forked child of a process that
has imported the test tools already, in a copy of the repository, so that the checkout is never
changed. Texts of messages are not mutated: tests of wording are no aim.
"""

import argparse
import ast
import compileall
import importlib
import os
import py_compile
import random
import resource
import shutil
import signal
import sys
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from queue import SimpleQueue

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "sphinxcontrib_ggdocs"
TESTS = {
    "contracts": (
        "tests/contracts",
        "tests/schema/test_identity.py",
        "tests/schema/test_postponed.py",
        "tests/audiences/test_docstrings.py",
        "tests/audiences/test_docstrings_of_others.py",
        "tests/audiences/test_drawn.py",
        "tests/openapi/test_golden.py",
        "tests/asyncapi/test_golden.py",
        "tests/lint",
    ),
    "schema": (
        "tests/schema/test_places.py",
        "tests/schema/test_against_pydantic.py",
        "tests/schema",
        "--deselect=tests/schema/test_drawn_types.py",
        "--deselect=tests/schema/test_depth.py::test_deep_types_are_written",
        "--ignore=tests/schema/test_patterns_in_javascript.py",
        "tests/audiences/test_drawn.py",
        "tests/openapi/test_golden.py",
        "tests/exports/test_collector.py",
        "tests/exports/test_traps.py",
    ),
    "document": (
        "tests/native/test_document.py",
        "tests/document",
        "tests/openapi/test_golden.py",
        "tests/asyncapi/test_golden.py",
        "--deselect=tests/native/test_document.py::test_the_same_bytes_whatever_the_hash_seed",
        "tests/native/test_callers.py",
        "tests/native/test_uses.py",
        "--deselect=tests/native/test_uses.py::test_uses_of_drawn_contracts",
        "tests/exports/test_traps.py",
        "tests/serving/test_static.py",
        "tests/audiences/test_given_fragments.py",
        "tests/audiences/test_marked_places.py",
        "tests/audiences",
        "--ignore=tests/audiences/test_surfaces.py",
        "--ignore=tests/audiences/test_published.py",
        "--ignore=tests/audiences/test_drawn_files.py",
    ),
    "openapi": (
        "tests/openapi/test_golden.py",
        "tests/openapi",
        "tests/exports/test_traps.py",
        "tests/exports/test_spec_pages.py",
        "tests/exports/test_owner.py",
        "tests/readers/test_openapi_3_2.py",
    ),
    "asyncapi": (
        "tests/asyncapi/test_golden.py",
        "tests/asyncapi",
        "tests/exports/test_traps.py",
        "tests/exports/test_owner.py",
        "tests/exports/test_spec_pages.py",
        "tests/readers/test_asyncapi_replies.py",
        "tests/serving/test_headers.py",
    ),
    "native": (
        "tests/native/test_document.py",
        "tests/native",
        "--ignore=tests/native/test_size.py",
        "--ignore=tests/native/test_lazily.py",
        "--deselect=tests/native/test_document.py::test_the_same_bytes_whatever_the_hash_seed",
        "--deselect=tests/native/test_uses.py::test_uses_of_drawn_contracts",
        "tests/serving/test_live.py",
        "tests/serving/test_site.py",
        "tests/serving/test_static.py",
        "tests/history/test_feeds.py",
    ),
    "native/view": (
        "tests/native/test_view_objects.py",
        "tests/native/test_view.py",
        "tests/native/test_view_facts.py",
        "tests/native/test_notation.py",
        "tests/native/test_markdown.py",
        "tests/native/test_exchange.py",
        "tests/native/test_contract_builder.py",
        "tests/native/test_html_text.py",
        "tests/native/test_markdown_objects.py",
        "tests/native/test_markdown_of_others.py",
        "tests/native/test_method_pages.py",
        "tests/native/test_skill.py",
        "tests/native/test_uses.py",
        "--deselect=tests/native/test_uses.py::test_uses_of_drawn_contracts",
    ),
    "named_objects.py": ("tests/test_named_objects.py",),
    "schema/collector.py": (
        "tests/exports/test_collector.py",
        "tests/exports/test_traps.py",
        "tests/openapi/test_golden.py",
        "tests/asyncapi/test_golden.py",
    ),
}
"""The packages (with what is in them, but for packages that are named too) and modules that are
mutated, and the arguments of pytest that select their tests, without those that start
other programs or try very many cases; first the files that notice most."""

COPIED = (PACKAGE, "tests", "examples", "viewers", "docs", "pyproject.toml")
VALIDATORS = Path("tests", "validators", "node_modules")
"""The published schema of AsyncAPI is in it; it is not copied."""
PRELOADED = (
    "docstring_parser",
    "fastapi",
    "hypothesis.extra",
    "jsonschema",
    "openapi_spec_validator",
    "pydantic",
    "sphinx.testing.fixtures",
    "yaml",
)
PYTEST = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
CPU_SECONDS = 300
"""Processor time after which a mutant is in an endless loop, which counts as noticed. The tests of
a package take a sixth of it, and up to a third on a machine that is busy."""
WAIT_SECONDS = 900
"""Time of a clock after which a mutant waits for what never comes; counts as noticed as well."""

OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
MESSAGE_KEYWORDS = {"hint", "where", "message", "description", "summary", "title", "code"}
UNSEEN_KEYWORDS = {"repr", "slots", "frozen", "kw_only", "maxsize", "strict"}
"""They change what debuggers show, speed and memory, or what is checked of our own code."""
NAMED_CALLS = {"TypeVar", "ParamSpec", "NewType", "TypeAliasType", "cast"}
"""Their first argument is for type checkers."""


LIMITS_FROM = 1000
"""Numbers from here on are limits of sizes and times, of which one more or less is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One edit of one file."""

    file: str
    line: int
    start: int
    """Offset of the replaced text in the file's bytes."""
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {_one_line(self.old)} -> {_one_line(self.new)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())[:70]


def compiles(source: bytes) -> bool:
    """Whether a mutant is Python: what no interpreter reads, every test would notice."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            compile(source, "<mutant>", "exec", dont_inherit=True)
        except SyntaxError:
            return False
    return True


class Mutator(ast.NodeVisitor):
    """Collects the mutants of one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.mutants: list[Mutant] = []

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Where a node is in the file's bytes."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.offsets[node.lineno - 1] + node.col_offset
        return start, self.offsets[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        """The source of a node."""
        start, end = self.span(node)
        return self.source[start:end].decode()

    def replace(self, node: ast.expr | ast.stmt, new: str) -> None:
        """Add a mutant that writes `new` in the place of a node."""
        start, end = self.span(node)
        mutated = self.source[:start] + new.encode() + self.source[end:]
        if compiles(mutated):
            old = self.text(node)
            self.mutants.append(
                Mutant(file=self.file, line=node.lineno, start=start, end=end, old=old, new=new)
            )

    # --- what is left alone ---

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Mutate bodies and defaults; annotations, decorators, overloads and reprs stay."""
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """The same."""
        self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        overloaded = any("overload" in ast.unparse(each) for each in node.decorator_list)
        if overloaded or node.name == "__repr__":
            return
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Mutate the body; decorators and bases stay."""
        for statement in node.body:
            self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Mutate the value; the list of public names has a test of its own."""
        if ast.unparse(node.targets[0]) not in ("__all__", "__slots__"):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Mutate the value; aliases of types are for type checkers."""
        if node.value is not None and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Assertions are for type checkers and our own errors."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """An error that is not raised; its texts stay."""
        self.replace(node, "pass")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts with values are messages."""

    def visit_keyword(self, node: ast.keyword) -> None:
        """Arguments that are texts for people stay; what computes them does not."""
        literal = isinstance(node.value, ast.Constant)
        if node.arg not in UNSEEN_KEYWORDS and not (literal and node.arg in MESSAGE_KEYWORDS):
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Names that calls repeat for type checkers stay."""
        named = isinstance(node.func, ast.Name) and node.func.id in NAMED_CALLS
        for child in (node.func, *node.args[named:], *node.keywords):
            self.visit(child)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Values of `Literal` are for type checkers."""
        if not (isinstance(node.value, ast.Name) and node.value.id == "Literal"):
            self.generic_visit(node)

    # --- mutations ---

    def visit_If(self, node: ast.If) -> None:
        """Turn the condition round."""
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """The same."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """The same."""
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        """The same."""
        if node.guard is not None:
            self._negate(node.guard)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare | ast.UnaryOp | ast.NamedExpr):
            self.replace(test, f"not ({self.text(test)})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Drop a `not`."""
        if isinstance(node.op, ast.Not):
            self.replace(node, f"({self.text(node.operand)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Exchange the first operator."""
        if len(node.ops) == 1:
            start, end = self.span(node)
            left_end, right_start = self.span(node.left)[1], self.span(node.comparators[0])[0]
            between = self.source[left_end:right_start].decode()
            old, new = OPERATORS[type(node.ops[0])], COMPARISONS[type(node.ops[0])]
            left, right = self.source[start:left_end], self.source[right_start:end]
            self.replace(node, left.decode() + between.replace(old, new, 1) + right.decode())
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Leave out one operand after the other, but for those that bind a name."""
        word = " and " if isinstance(node.op, ast.And) else " or "
        texts = [f"({self.text(value)})" for value in node.values]
        for index, value in enumerate(node.values):
            binds = any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(value))
            if not binds:
                rest = [text for place, text in enumerate(texts) if place != index]
                self.replace(node, word.join(rest))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Another value of the same type."""
        match node.value:
            case bool():
                self.replace(node, str(not node.value))
            case int() if node.value < LIMITS_FROM:
                self.replace(node, str(node.value + 1))
            case str() if node.value and " " not in node.value:
                self.replace(node, repr(f"{node.value}~"))

    def visit_Return(self, node: ast.Return) -> None:
        """Return nothing."""
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self.replace(node, "return None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leave a call out; docstrings stay, and what type checkers hold for unreachable."""
        if isinstance(node.value, ast.Constant) or ast.unparse(node).startswith("assert_never("):
            return
        if isinstance(node.value, ast.Call):
            self.replace(node, "pass")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        """End the loop instead."""
        self.replace(node, "break")


def modules_of(target: str) -> Iterator[Path]:
    """The modules of a package or the module itself, without packages that are named themselves."""
    path = ROOT / PACKAGE / target
    inner = [ROOT / PACKAGE / other for other in TESTS if other.startswith(f"{target}/")]
    for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        if not any(module.is_relative_to(other) for other in inner):
            yield module


def all_mutants(target: str) -> Iterator[Mutant]:
    """Every mutant of a package or module, in order of files and places."""
    for path in modules_of(target):
        source = path.read_bytes()
        mutator = Mutator(path.relative_to(ROOT).as_posix(), source)
        mutator.visit(ast.parse(source))
        yield from mutator.mutants


def preload() -> None:
    """Import once what the tests of every mutant need: the plugins of pytest, and `PRELOADED`."""
    for plugin in entry_points(group="pytest11"):
        plugin.load()
    for name in PRELOADED:
        importlib.import_module(name)


def sample(targets: list[str], count: int, seed: int) -> list[tuple[str, Mutant]]:
    """As many mutants of each package or module, in order of their places."""
    chosen = []
    for target in targets:
        mutants = list(all_mutants(target))
        size = min(-(-count // len(targets)), len(mutants))
        indices = random.Random(f"{seed} {target}").sample(range(len(mutants)), size)  # noqa: S311
        chosen += [(target, mutants[index]) for index in sorted(indices)]
    return chosen


def copy_repository(folder: Path) -> None:
    """Copy what tests need, compiled so that a changed file is noticed by its contents."""
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "_build", ".*_cache")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    (folder / VALIDATORS).symlink_to(ROOT / VALIDATORS)
    compileall.compile_dir(
        folder / PACKAGE, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
    )


def exit_status(folder: Path, arguments: tuple[str, ...]) -> int:
    """Run pytest in a forked child inside a copy; its exit status, 124 when it hangs."""
    child = os.fork()
    if child == 0:
        _become_pytest(folder, arguments)
    _, status = os.waitpid(child, 0)
    return 124 if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)


def _become_pytest(folder: Path, arguments: tuple[str, ...]) -> None:
    """Run the tests and end this process."""
    status = 3
    try:
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.path[:] = [str(folder), *(path for path in sys.path if path not in ("", str(ROOT)))]
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        signal.alarm(WAIT_SECONDS)
        status = pytest.main([*PYTEST, *arguments])
    finally:
        os._exit(status)


def check(folder: Path, package: str, mutant: Mutant) -> bool:
    """Whether the tests of the package notice a mutant."""
    path = folder / mutant.file
    source = path.read_bytes()
    path.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
    try:
        return exit_status(folder, TESTS[package]) != 0
    finally:
        path.write_bytes(source)


def main() -> None:
    """Draw, run, and print the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m scripts.mutants")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="default: all")
    parser.add_argument("--count", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at once (2)")
    parser.add_argument("--killed", type=float, default=0.9, help="the least share noticed (0.9)")
    options = parser.parse_args()
    packages = options.packages or list(TESTS)
    preload()
    chosen = sample(packages, options.count, options.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folders: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            folder = Path(temporary) / str(number)
            copy_repository(folder)
            folders.put(folder)
        for package in packages:
            folder = folders.get()
            if exit_status(folder, TESTS[package]) != 0:
                sys.exit(f"The tests of {package} fail without any mutant.")
            folders.put(folder)

        def run(item: tuple[str, Mutant]) -> bool:
            folder = folders.get()
            try:
                killed = check(folder, *item)
            finally:
                folders.put(folder)
            if not killed:
                print(item[1], flush=True)
            return killed

        with ThreadPoolExecutor(options.jobs) as pool:
            noticed = list(pool.map(run, chosen))
    for package in packages:
        report(
            package,
            [killed for (name, _), killed in zip(chosen, noticed, strict=True) if name == package],
        )
    if not noticed:
        sys.exit("No mutant was drawn.")
    sys.exit(report("all", noticed) < options.killed)


def report(name: str, noticed: list[bool]) -> float:
    """Print the share of a package, and return it."""
    share = sum(noticed) / len(noticed) if noticed else 1.0
    print(f"{name}: {sum(noticed)} of {len(noticed)} mutants noticed ({share:.0%})", flush=True)
    return share


if __name__ == "__main__":
    main()
