"""Figures of the package's structure: sizes, complexity, names, and what one page costs in code.

``python -m scripts.structure`` prints them as a Markdown table; ``--list`` adds the places behind
each figure.
"""

import argparse
import ast
import io
import subprocess
import sys
import tempfile
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "sphinxcontrib_ggdocs"
SPHINX_SIDE = ("ext", "directives")
MAX_COMPLEXITY = 12
MAX_LINE = 100
SMALL_MODULE = 40
VAGUE_NAMES = frozenset({"each", "found"})
HOST_PACKAGES = ("sphinx", "docutils", "myst_parser")

BRANCHES = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.Assert,
    ast.match_case,
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
CHOICES = (
    *FUNCTIONS,
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.match_case,
    ast.IfExp,
    ast.comprehension,
)
"""What a reader has to keep in mind at once: `density` counts them."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

PROFILED_BUILD = """
import sys
from inspect import CO_OPTIMIZED  # bodies of classes are code too, but not optimized
package, source, target = sys.argv[1:4]
entered = set()

def profile(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(package):
        entered.add(frame.f_code)

from sphinx.cmd.build import main
sys.setprofile(profile)
status = main(["-q", "-W", "-b", "html", source, target])
sys.setprofile(None)
named = [code for code in entered if not code.co_name.startswith("<")]
functions = [code for code in named if code.co_flags & CO_OPTIMIZED]
print(len({code.co_filename for code in named}), len(functions), len(named), file=sys.stderr)
sys.exit(status)
"""

CONTRACT = '''
from typing import Protocol
from sphinxcontrib_ggdocs.contracts import http

@http.api("/things")
class ThingApi(Protocol):
    """Things."""

    @http.get("/{id}")
    def get_thing(self, id: str) -> str:
        """Fetch a thing."""
        ...
'''
CONF = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent))
extensions = ["sphinxcontrib_ggdocs"]
ggdocs_docs = [{"slug": "things", "title": "Things", "http": ["things:ThingApi"]}]
"""
PAGE = "Things\n======\n\n.. ggdocs:: things\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One source file of the package."""

    path: Path
    text: str
    nodes: tuple[ast.AST, ...]
    """All of its syntax tree, each statement and expression with what is inside it."""

    @property
    def name(self) -> str:
        """The path within the package."""
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def part(self) -> str:
        """The first folder of the path; ``.`` at the top."""
        parts = self.path.relative_to(PACKAGE).parts
        return parts[0] if len(parts) > 1 else "."

    @property
    def lines(self) -> int:
        """All lines, blank ones and comments included."""
        return self.text.count("\n")


def read_modules(part: str = "") -> list[Module]:
    """All modules of the package whose text has a part, in order of their paths."""
    modules = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if part in text:
            nodes = tuple(ast.walk(ast.parse(text)))
            modules.append(Module(path=path, text=text, nodes=nodes))
    return modules


def statements(module: Module) -> Iterator[ast.stmt]:
    """Every statement, compound ones included."""
    return (node for node in module.nodes if isinstance(node, ast.stmt))


def own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement, without those of the statements inside it."""
    waiting = [node for node in ast.iter_child_nodes(statement) if not isinstance(node, ast.stmt)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [
            child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)
        ]


def complexity(function: ast.AST) -> int:
    """McCabe's number, with comprehension conditions and boolean operators counted too."""
    total = 1
    for node in ast.walk(function):
        if isinstance(node, BRANCHES):
            total += 1
        elif isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            total += len(node.ifs)
    return total


def too_complex(module: Module) -> Iterator[str]:
    """Functions above `MAX_COMPLEXITY`."""
    for node in module.nodes:
        if isinstance(node, FUNCTIONS) and (value := complexity(node)) > MAX_COMPLEXITY:
            yield f"{module.name}:{node.lineno} {node.name} ({value})"


def nested_conditionals(module: Module) -> Iterator[str]:
    """Conditional expressions inside conditional expressions."""
    for node in module.nodes:
        if isinstance(node, ast.IfExp):
            inside = [child for child in ast.walk(node) if isinstance(child, ast.IfExp)]
            if len(inside) > 1:
                yield f"{module.name}:{node.lineno}"


def crowded_statements(module: Module) -> Iterator[str]:
    """Statements with more than one comprehension."""
    for statement in statements(module):
        count = sum(isinstance(node, COMPREHENSIONS) for node in own_expressions(statement))
        if count > 1:
            yield f"{module.name}:{statement.lineno} ({count})"


def long_lines(module: Module) -> Iterator[str]:
    """Lines of more than `MAX_LINE` columns."""
    for number, line in enumerate(module.text.splitlines(), 1):
        if len(line) > MAX_LINE:
            yield f"{module.name}:{number}"


def vague_names(module: Module) -> Iterator[str]:
    """Local variables and parameters whose name could be that of any other."""
    fields = [node.body for node in module.nodes if isinstance(node, ast.ClassDef)]
    of_classes = {
        statement.target
        for body in fields
        for statement in body
        if isinstance(statement, ast.AnnAssign)
    }
    for node in module.nodes:
        match node:
            case ast.Name() if node in of_classes:
                pass
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in VAGUE_NAMES:
                yield f"{module.name}:{node.lineno} {name}"


def small_modules(module: Module) -> Iterator[str]:
    """Modules under `SMALL_MODULE` lines that are no ``__init__``."""
    if module.lines < SMALL_MODULE and not module.path.name.startswith("__"):
        yield f"{module.name} ({module.lines})"


def connected(module: Module) -> Iterator[str]:
    """Functions that are connected to events of Sphinx."""
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="connect"), args=[_, handler, *_]):
                yield f"{module.name}:{node.lineno} {ast.unparse(handler)}"


def private_attributes(module: Module) -> Iterator[str]:
    """Private names of Sphinx, docutils and MyST: imports, and attributes of what is not ours."""
    if module.part not in SPHINX_SIDE:
        return
    for node in module.nodes:
        match node:
            case ast.ImportFrom(module=str(source), names=names):
                if source.split(".")[0] in HOST_PACKAGES:
                    path = [*source.split("."), *(alias.name for alias in names)]
                    if any(part.startswith("_") for part in path):
                        yield f"{module.name}:{node.lineno} {source}"
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass
            case ast.Attribute(attr="_replace" | "_asdict"):
                pass  # public, of every named tuple
            case ast.Attribute(attr=name) if name.startswith("_") and not name.endswith("__"):
                yield f"{module.name}:{node.lineno} {ast.unparse(node)}"


def comment_lines(module: Module) -> int:
    """Lines that hold a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


def sphinx_side_lines(modules: Iterable[Module]) -> int:
    """Lines of the Sphinx side that are neither blank nor a comment alone."""
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#")
        for module in modules
        if module.part in SPHINX_SIDE
        for line in module.text.splitlines()
    )


def sizes(modules: Iterable[Module]) -> dict[str, list[int]]:
    """Lines of each module, by package."""
    lines: dict[str, list[int]] = defaultdict(list)
    for module in modules:
        lines[module.part].append(module.lines)
    return dict(sorted(lines.items()))


def density(modules: Iterable[Module]) -> dict[str, float]:
    """Figures over all lines that are not blank: choices in 100 lines, conditional expressions and
    comprehensions in 1,000.
    """
    lines = choices = conditionals = comprehensions = 0
    for module in modules:
        lines += sum(bool(line.strip()) for line in module.text.splitlines())
        for node in module.nodes:
            choices += isinstance(node, CHOICES)
            if isinstance(node, ast.BoolOp):
                choices += len(node.values) - 1
            conditionals += isinstance(node, ast.IfExp)
            comprehensions += isinstance(node, COMPREHENSIONS)
    return {
        "choices in 100 lines": 100 * choices / lines,
        "conditional expressions in 1,000 lines": 1000 * conditionals / lines,
        "comprehensions in 1,000 lines": 1000 * comprehensions / lines,
    }


def repeated(names: Iterable[tuple[str, str]]) -> list[str]:
    """Names that occur at more than one place."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, place in names:
        places[name].append(place)
    return [
        f"{name}: {', '.join(where)}" for name, where in sorted(places.items()) if len(where) > 1
    ]


def module_names(modules: Iterable[Module]) -> list[str]:
    """File names that several modules share."""
    return repeated(
        (module.path.stem, module.name)
        for module in modules
        if not module.path.stem.startswith("__")
    )


def class_names(modules: Iterable[Module]) -> list[str]:
    """Class names that several modules share."""
    return repeated(
        (node.name, module.name)
        for module in modules
        for node in module.nodes
        if isinstance(node, ast.ClassDef)
    )


def entered_for_one_page() -> tuple[int, int, int]:
    """How many modules and functions of the package a build of one page with one method enters, and
    how many functions and class bodies together.
    """
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder)
        (source / "conf.py").write_text(CONF, encoding="utf-8")
        (source / "things.py").write_text(CONTRACT, encoding="utf-8")
        (source / "index.rst").write_text(PAGE, encoding="utf-8")
        command = [sys.executable, "-c", PROFILED_BUILD, str(PACKAGE), folder, str(source / "out")]
        environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
    if result.returncode != 0:
        sys.exit(f"The build of one page has failed:\n{result.stderr}")
    modules, functions, named = map(int, result.stderr.split()[-3:])
    return modules, functions, named


Check = Callable[[Module], Iterator[str]]

CHECKS: dict[str, Check] = {
    f"functions of a complexity above {MAX_COMPLEXITY}": too_complex,
    "nested conditional expressions": nested_conditionals,
    "statements with several comprehensions": crowded_statements,
    f"lines of more than {MAX_LINE} columns": long_lines,
    f"variables called {' or '.join(sorted(VAGUE_NAMES))}": vague_names,
    f"modules under {SMALL_MODULE} lines": small_modules,
    "functions connected to events of Sphinx": connected,
    "private names of Sphinx, docutils and MyST": private_attributes,
}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m scripts.structure")
    parser.add_argument("--list", action="store_true", help="list the places behind each figure")
    options = parser.parse_args()
    modules = read_modules()
    print_sizes(modules)
    places = {
        title: [hit for module in modules for hit in check(module)]
        for title, check in CHECKS.items()
    }
    places["file names used twice"] = module_names(modules)
    places["class names used twice"] = class_names(modules)
    print("| | |\n|---|---|")
    for title, hits in places.items():
        print(f"| {title} | {len(hits)} |")
    for title, figure in density(modules).items():
        print(f"| {title} | {figure:.1f} |")
    lines = sum(module.lines for module in modules)
    comments = sum(comment_lines(module) for module in modules)
    sphinx_side = " and ".join(SPHINX_SIDE)
    count = sphinx_side_lines(modules)
    print(f"| lines of {sphinx_side}, without blank ones and comments | {count:,} |")
    print(f"| lines with a comment | {comments / lines:.1%} |")
    entered = entered_for_one_page()
    print(f"| modules entered for a page with one method | {entered[0]} |")
    print(f"| functions entered for a page with one method | {entered[1]} |")
    print(f"| the same with bodies of classes | {entered[2]} |")
    if options.list:
        for title, hits in places.items():
            print(f"\n{title}:", *hits, sep="\n  ")


def print_sizes(modules: Iterable[Module]) -> None:
    """Files and lines of each package."""
    by_package = sizes(modules)
    print("| package | files | lines |\n|---|---|---|")
    for part, lines in by_package.items():
        print(f"| {part} | {len(lines)} | {sum(lines):,} |")
    total = [lines for part in by_package.values() for lines in part]
    print(f"| all | {len(total)} | {sum(total):,} |\n")


if __name__ == "__main__":
    main()
