"""Edits the text of a ``conf.py`` as a person would: its extensions, imports and settings.

The text is parsed and never executed.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

LINE_LENGTH = 88
"""A list that gets longer than this is continued on another line; the default of black and ruff."""

INDENT = " " * 4

Import: TypeAlias = ast.Import | ast.ImportFrom
Display: TypeAlias = ast.List | ast.Tuple


def add_settings(text: str, lines: Sequence[str]) -> str:
    """Return the text with further settings at its end.

    Raises:
        SyntaxError: The text is not valid Python.
    """
    body = ast.parse(text).body
    start = text.rstrip() + "\n\n"
    if body and isinstance(body[-1], ast.FunctionDef | ast.ClassDef):
        start += "\n"
    return start + "\n".join([*lines, ""])


# Extensions


def add_extension(text: str, name: str) -> str:
    """Return the text with an extension in the list ``extensions``; unchanged if it has it already.

    Without such a list, lines at the end add the extension.

    Raises:
        SyntaxError: The text is not valid Python.
    """
    module = ast.parse(text)
    if _names_extension(module, name):
        return text
    display = _find_extensions(module)
    if display is not None:
        tokens = _find_tokens(text, display)
        if tokens[-1].string in ("]", ")"):  # a tuple may lack parentheses
            return _add_element(text, display, tokens, name)
    return add_settings(text, _extension_lines(module, name))


def _names_extension(module: ast.Module, name: str) -> bool:
    """Return whether an extension, or a submodule of it, is a string of the module."""
    constants = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)]
    return any(str(value) == name or str(value).startswith(f"{name}.") for value in constants)


def _find_extensions(module: ast.Module) -> Display | None:
    """Return the list or tuple that ``extensions`` begins with; None if no statement shows one."""
    display: Display | None = None
    for statement in module.body:
        value = _assigned_value(statement)
        if value is None:
            if _binds_extensions(statement):  # in a branch
                display = None
        elif isinstance(value, ast.List | ast.Tuple):
            if display is None or not isinstance(statement, ast.AugAssign):
                display = value
        elif not _reads_extensions(value):
            display = None
    return display


def _assigned_value(statement: ast.stmt) -> ast.expr | None:
    """Return the value that a statement assigns or adds to ``extensions``."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return None
    for target in targets:
        if isinstance(target, ast.Name) and target.id == "extensions":
            return statement.value
    return None


def _binds_extensions(node: ast.AST) -> bool:
    """Return whether a statement, or one inside of it, may define ``extensions``."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name("extensions", ast.Store()) | ast.alias("*" | "extensions"):
                return True
            case ast.Name("globals" | "exec"):
                return True
    return False


def _reads_extensions(value: ast.expr) -> bool:
    names = [node.id for node in ast.walk(value) if isinstance(node, ast.Name)]
    return "extensions" in names


def _extension_lines(module: ast.Module, name: str) -> list[str]:
    """Return the lines that add an extension to whatever ``extensions`` is, if anything."""
    if not _binds_extensions(module):
        return [f'extensions = ["{name}"]']
    lines = [f'extensions = [*extensions, "{name}"]']
    if all(_assigned_value(statement) is None for statement in module.body):
        # A branch or an import with an asterisk may leave it undefined.
        lines.insert(0, 'extensions = globals().get("extensions", [])')
    return lines


def _find_tokens(text: str, display: Display) -> list[tokenize.TokenInfo]:
    """Return the tokens of a list or tuple, comments and ends of lines included."""
    lines = text.split("\n")
    start = (display.lineno, _column(lines[display.lineno - 1], display.col_offset))
    assert display.end_lineno is not None  # as of every node that is parsed
    assert display.end_col_offset is not None
    end = (display.end_lineno, _column(lines[display.end_lineno - 1], display.end_col_offset))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token for token in tokens if start <= token.start and token.end <= end]


def _column(line: str, offset: int) -> int:
    """Return the column of an offset, which ``ast`` counts in bytes."""
    return len(line.encode()[:offset].decode())


def _add_element(
    text: str, display: Display, tokens: Sequence[tokenize.TokenInfo], name: str
) -> str:
    """Return the text with a further string in a list or tuple, written like those before it."""
    quote = _find_quote(tokens) or _find_quote(_all_tokens(text)) or '"'
    element = f"{quote}{name}{quote}"
    code = [token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL)]
    last, closing = code[-2], code[-1]
    lines = text.split("\n")
    if not display.elts:
        _add_first(lines, display, closing, element)
        return "\n".join(lines)
    comma = ","
    if last.string == ",":
        comma = ""
        element += ","
    last_row, last_column = last.end
    line = lines[last_row - 1]
    before, after = line[:last_column] + comma, line[last_column:]
    first_line = lines[display.elts[-1].lineno - 1]
    indent = _indent_of(first_line)
    is_first_in_line = first_line.encode()[: display.elts[-1].col_offset].isspace()
    joined = f"{before} {element}{after}"
    if is_first_in_line and closing.start[0] > last_row:
        lines[last_row - 1] = before + after
        lines.insert(closing.start[0] - 1, indent + element)
    elif len(joined) <= LINE_LENGTH and not is_first_in_line:
        lines[last_row - 1] = joined
    elif display.lineno == display.end_lineno:
        _split_display(lines, display, closing, element)
    else:
        lines[last_row - 1 : last_row] = [before, indent + element + after]
    return "\n".join(lines)


def _add_first(
    lines: list[str], display: Display, closing: tokenize.TokenInfo, element: str
) -> None:
    """Add a string to an empty list or tuple."""
    row, column = closing.start[0] - 1, closing.start[1]
    if display.lineno < closing.start[0]:
        indent = _indent_of(lines[row]) + INDENT
        lines.insert(row, f"{indent}{element},")
        return
    if isinstance(display, ast.Tuple):
        element += ","
    lines[row] = lines[row][:column] + element + lines[row][column:]


def _split_display(
    lines: list[str], display: Display, closing: tokenize.TokenInfo, element: str
) -> None:
    """Write a list of one line in several, one for each element."""
    row = display.lineno - 1
    line = lines[row]
    indent = _indent_of(line)
    inner = indent + INDENT
    written = [line[: _column(line, display.col_offset) + 1]]
    for item in display.elts:
        start, end = _column(line, item.col_offset), _column(line, item.end_col_offset or 0)
        written.append(f"{inner}{line[start:end]},")
    written.append(f"{inner}{element.rstrip(',')},")
    written.append(indent + line[closing.start[1] :])
    lines[row : row + 1] = written


def _find_quote(tokens: Sequence[tokenize.TokenInfo]) -> str | None:
    """Return the quote of the last simple string."""
    for token in reversed(tokens):
        if token.type == tokenize.STRING and not token.string.endswith(('"""', "'''")):
            return token.string[-1]
    return None


def _all_tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


# Imports


def extends_path(text: str, folder: Path, import_folder: Path) -> bool:
    """Return whether a call of ``sys.path.insert`` or ``append`` names a folder.

    Args:
        text: The text of ``conf.py``.
        folder: Its folder, from which Sphinx executes it.
        import_folder: The folder to look for.
    """
    for call in ast.walk(ast.parse(text)):
        match call:
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name("sys"), "path"))):
                if import_folder.resolve() in _named_folders(call, folder):
                    return True
    return False


def _named_folders(call: ast.Call, folder: Path) -> list[Path]:
    """Return the folders that the texts of a call name, from a folder on."""
    values = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant)]
    return [(folder / value).resolve() for value in values if isinstance(value, str)]


def add_import_folder(text: str, place: str) -> str:
    """Return the text with a folder in ``sys.path``, after the imports at its top.

    Args:
        text: The text of ``conf.py``.
        place: The folder, an expression with ``Path``.
    """
    for statement in ("import sys", "from pathlib import Path"):
        text = _add_import(text, statement)
    lines = text.split("\n")
    row = _end_row(_first_imports(ast.parse(text))[-1])
    added = ["", f"sys.path.insert(0, str({place}))"]
    if lines[row].strip():
        added.append("")
    lines[row:row] = added
    return "\n".join(lines)


class Place(NamedTuple):
    """Where a statement is added."""

    row: int
    """The number of lines before it."""
    is_alone: bool
    """Whether an empty line follows, since no import of its kind is next to it."""


def _add_import(text: str, statement: str) -> str:
    """Return the text with an import among those at its top, in the order of isort."""
    module = ast.parse(text)
    added = ast.parse(statement).body[0]
    assert isinstance(added, Import)
    imports = _first_imports(module)
    if any(_includes(present, added) for present in imports):
        return text
    lines = text.split("\n")
    place = _import_place(lines, module, imports, added)
    block = [statement]
    if place.is_alone:
        block.append("")
        if place.row and lines[place.row - 1].strip():
            block.insert(0, "")
    lines[place.row : place.row] = block
    return "\n".join(lines)


def _import_place(
    lines: Sequence[str], module: ast.Module, imports: Sequence[Import], added: Import
) -> Place:
    """Return where an import is added: next to others of the standard library, else above all."""
    standard = [present for present in imports if _is_standard(present)]
    if not standard:
        return Place(_top_row(lines, module, imports), is_alone=True)
    row = standard[0].lineno - 1
    for present in standard:
        if _sort_key(present) < _sort_key(added):
            row = _end_row(present)
    return Place(row, is_alone=False)


def _top_row(lines: Sequence[str], module: ast.Module, imports: Sequence[Import]) -> int:
    """Return the number of lines above the first statement that may follow imports."""
    row = _head_length(lines, module)
    for present in imports:
        if _module_name(present) == "__future__":
            row = _end_row(present)
    while row < len(lines) and not lines[row]:
        row += 1
    return row


def _head_length(lines: Sequence[str], module: ast.Module) -> int:
    """Return the number of lines that a docstring, or the comment of a file, takes."""
    if ast.get_docstring(module) is not None:
        return _end_row(module.body[0])
    head = 0
    while head < len(lines) and lines[head].startswith("#"):
        head += 1
    if head < len(lines) and lines[head].strip():
        return 0  # the comment is about the first statement
    return head


def _first_imports(module: ast.Module) -> list[Import]:
    """Return the imports before every other statement."""
    statements = module.body
    if ast.get_docstring(module) is not None:
        statements = statements[1:]
    imports: list[Import] = []
    for statement in statements:
        if not isinstance(statement, Import):
            break
        imports.append(statement)
    return imports


def _includes(present: Import, wanted: Import) -> bool:
    """Return whether an import binds the one name that another one binds."""
    if type(present) is not type(wanted):
        return False
    if isinstance(wanted, ast.ImportFrom) and _module_name(present) != _module_name(wanted):
        return False
    wanted_name = wanted.names[0].name
    return any(alias.name == wanted_name and alias.asname is None for alias in present.names)


def _module_name(statement: Import) -> str:
    if isinstance(statement, ast.ImportFrom):
        return "." * statement.level + (statement.module or "")
    return statement.names[0].name


def _is_standard(statement: Import) -> bool:
    """Return whether a module of the standard library is imported."""
    name = _module_name(statement).partition(".")[0]
    return name in sys.stdlib_module_names and name != "__future__"


def _sort_key(statement: Import) -> tuple[bool, str]:
    return isinstance(statement, ast.ImportFrom), _module_name(statement).lower()


def _end_row(statement: ast.stmt) -> int:
    assert statement.end_lineno is not None  # as of every node that is parsed
    return statement.end_lineno
