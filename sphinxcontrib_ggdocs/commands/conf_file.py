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
"""A list that would be longer is written over several lines; black and ruff have this default."""

INDENT = " " * 4

Import: TypeAlias = ast.Import | ast.ImportFrom
ListOrTuple: TypeAlias = ast.List | ast.Tuple


def add_settings(text: str, lines: Sequence[str]) -> str:
    """Return the text of ``conf.py`` with further lines at its end.

    Raises:
        SyntaxError: The text is not valid Python.
    """
    body = ast.parse(text).body
    start = text.rstrip() + "\n\n"
    if body and isinstance(body[-1], ast.FunctionDef | ast.ClassDef):
        start += "\n"  # two blank lines after a function, as PEP 8 demands
    return start + "\n".join([*lines, ""])


# Extensions


def add_extension(text: str, name: str) -> str:
    """Return the text of ``conf.py`` with an extension; unchanged if it has the extension already.

    The name becomes an element of the list ``extensions``. If there is no such list, lines at the
    end add the extension.

    Raises:
        SyntaxError: The text is not valid Python.
    """
    module = ast.parse(text)
    if _has_extension(module, name):
        return text
    sequence = _extensions_list(module)
    if sequence is not None:
        tokens = _tokens_of(text, sequence)
        # A tuple may lack parentheses; then lines at the end add the extension.
        if tokens[-1].string in ("]", ")"):
            return _add_element(text, sequence, tokens, name)
    return add_settings(text, _extension_lines(module, name))


def _has_extension(module: ast.Module, name: str) -> bool:
    """Return whether a string of the module is the name of an extension or of a submodule of it."""
    constants = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)]
    return any(str(value) == name or str(value).startswith(f"{name}.") for value in constants)


def _extensions_list(module: ast.Module) -> ListOrTuple | None:
    """Return the list or tuple with which ``extensions`` starts; None if the module shows none.

    If it is assigned several times, the last assignment counts. One that only reads ``extensions``,
    such as ``extensions = extensions + [...]``, keeps the list before it.
    """
    sequence: ListOrTuple | None = None
    for statement in module.body:
        value = _value_of_extensions(statement)
        if value is None:
            if _may_define_extensions(statement):  # such as an `if` with an assignment inside
                sequence = None
        elif isinstance(value, ast.List | ast.Tuple):
            # Of `extensions += [...]` after a list, the first list stays the one to extend.
            if sequence is None or not isinstance(statement, ast.AugAssign):
                sequence = value
        elif not _reads_extensions(value):
            sequence = None
    return sequence


def _value_of_extensions(statement: ast.stmt) -> ast.expr | None:
    """Return the value that a statement assigns or adds to ``extensions``; None if it does
    neither.
    """
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


def _may_define_extensions(node: ast.AST) -> bool:
    """Return whether a statement, or one inside of it, may define ``extensions``."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name("extensions", ast.Store()) | ast.alias("*" | "extensions"):
                return True
            case ast.Name("globals" | "exec"):  # by these the name may be set without being written
                return True
    return False


def _reads_extensions(value: ast.expr) -> bool:
    """Return whether an expression uses ``extensions``."""
    names = [node.id for node in ast.walk(value) if isinstance(node, ast.Name)]
    return "extensions" in names


def _extension_lines(module: ast.Module, name: str) -> list[str]:
    """Return the lines that add an extension at the end of a ``conf.py`` without a plain list.

    They keep the extensions that it has by other means.
    """
    if not _may_define_extensions(module):
        return [f'extensions = ["{name}"]']
    lines = [f'extensions = [*extensions, "{name}"]']  # for a tuple, too
    if all(_value_of_extensions(statement) is None for statement in module.body):
        # A branch or an import with an asterisk may leave it undefined.
        lines.insert(0, 'extensions = globals().get("extensions", [])')
    return lines


def _tokens_of(text: str, sequence: ListOrTuple) -> list[tokenize.TokenInfo]:
    """Return the tokens of a list or tuple, including comments and line ends.

    Args:
        text: The text of ``conf.py``.
        sequence: The list or tuple, as parsed from the text.
    """
    # `ast` counts columns in bytes and `tokenize` in characters, so `_column` converts them.
    lines = text.split("\n")
    start = (sequence.lineno, _column(lines[sequence.lineno - 1], sequence.col_offset))
    assert sequence.end_lineno is not None  # `ast.parse` sets it for every expression
    assert sequence.end_col_offset is not None
    end = (sequence.end_lineno, _column(lines[sequence.end_lineno - 1], sequence.end_col_offset))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token for token in tokens if start <= token.start and token.end <= end]


def _column(line: str, offset: int) -> int:
    """Return the column, in characters, of an offset that ``ast`` counts in bytes of UTF-8."""
    return len(line.encode()[:offset].decode())


def _add_element(
    text: str, sequence: ListOrTuple, tokens: Sequence[tokenize.TokenInfo], name: str
) -> str:
    """Return the text with a further string in a list or tuple, in the style of the elements before
    it.

    Args:
        text: The text of ``conf.py``.
        sequence: The list or tuple.
        tokens: Its tokens.
        name: The string to add.
    """
    # The quotation marks are those of the list, else of the file, else the usual ones.
    quote = _last_quote(tokens) or _last_quote(_all_tokens(text)) or '"'
    element = f"{quote}{name}{quote}"
    code = [token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL)]
    last, closing = code[-2], code[-1]  # the last element or its comma, and the bracket
    lines = text.split("\n")
    if not sequence.elts:
        _add_to_empty(lines, sequence, closing, element)
        return "\n".join(lines)
    missing_comma = ","  # between the last element and the new one
    if last.string == ",":
        missing_comma = ""
        element += ","  # as after the element before
    last_row, last_column = last.end  # rows of tokens count from 1
    line = lines[last_row - 1]
    before = line[:last_column] + missing_comma
    after = line[last_column:]
    line_of_last_element = lines[sequence.elts[-1].lineno - 1]
    indent = _indent_of(line_of_last_element)
    # As bytes, which `col_offset` counts.
    text_before_last_element = line_of_last_element.encode()[: sequence.elts[-1].col_offset]
    has_own_line = text_before_last_element.isspace()
    joined = f"{before} {element}{after}"
    if has_own_line and closing.start[0] > last_row:
        # Each element has its own line, and the bracket, too: so has the new element.
        lines[last_row - 1] = before + after
        lines.insert(closing.start[0] - 1, indent + element)
    elif len(joined) <= LINE_LENGTH and not has_own_line:
        # The new element still fits into the line of the last one.
        lines[last_row - 1] = joined
    elif sequence.lineno == sequence.end_lineno:
        _split_over_lines(lines, sequence, closing, element)
    else:
        # The new element gets its own line, and the bracket stays behind the last element.
        lines[last_row - 1 : last_row] = [before, indent + element + after]
    return "\n".join(lines)


def _add_to_empty(
    lines: list[str], sequence: ListOrTuple, closing: tokenize.TokenInfo, element: str
) -> None:
    """Add a string to an empty list or tuple.

    `lines` are changed, `closing` is the closing bracket, and `element` is the string as Python
    source.
    """
    row, column = closing.start[0] - 1, closing.start[1]
    if sequence.lineno < closing.start[0]:  # the bracket is in a later line: so is the element
        indent = _indent_of(lines[row]) + INDENT
        lines.insert(row, f"{indent}{element},")
        return
    if isinstance(sequence, ast.Tuple):
        element += ","  # without it, the parentheses would hold a string, not a tuple
    lines[row] = lines[row][:column] + element + lines[row][column:]


def _split_over_lines(
    lines: list[str], sequence: ListOrTuple, closing: tokenize.TokenInfo, element: str
) -> None:
    """Write a list of one line over several lines, one for each element, and add a string at its
    end.

    `lines` are changed, `closing` is the closing bracket, and `element` is the string as Python
    source.
    """
    row = sequence.lineno - 1
    line = lines[row]
    indent = _indent_of(line)
    inner = indent + INDENT
    # The first line ends behind the opening bracket, the last one starts with the closing one.
    new_lines = [line[: _column(line, sequence.col_offset) + 1]]
    for item in sequence.elts:
        start = _column(line, item.col_offset)
        end = _column(line, item.end_col_offset or 0)  # `ast.parse` always sets it
        new_lines.append(f"{inner}{line[start:end]},")
    new_lines.append(f"{inner}{element.rstrip(',')},")  # `element` may have its comma already
    new_lines.append(indent + line[closing.start[1] :])
    lines[row : row + 1] = new_lines


def _last_quote(tokens: Sequence[tokenize.TokenInfo]) -> str | None:
    """Return the quotation mark of the last string that has single marks; None if there is no such
    string.
    """
    for token in reversed(tokens):
        if token.type == tokenize.STRING and not token.string.endswith(('"""', "'''")):
            return token.string[-1]
    return None


def _all_tokens(text: str) -> list[tokenize.TokenInfo]:
    """Return all tokens of a text."""
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


def _indent_of(line: str) -> str:
    """Return the white space at the start of a line."""
    return line[: len(line) - len(line.lstrip())]


# Imports


def extends_path(text: str, folder: Path, import_folder: Path) -> bool:
    """Return whether ``conf.py`` adds a folder to ``sys.path``, by ``insert`` or ``append``.

    Args:
        text: The text of ``conf.py``.
        folder: Its folder, from which Sphinx executes it.
        import_folder: The folder to look for.
    """
    for call in ast.walk(ast.parse(text)):
        match call:
            # Any method of `sys.path`, such as `sys.path.insert(0, "../src")`.
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name("sys"), "path"))):
                if import_folder.resolve() in _named_folders(call, folder):
                    return True
    return False


def _named_folders(call: ast.Call, folder: Path) -> list[Path]:
    """Return all strings in a call as paths relative to a folder."""
    values = [node.value for node in ast.walk(call) if isinstance(node, ast.Constant)]
    return [(folder / value).resolve() for value in values if isinstance(value, str)]


def add_import_folder(text: str, folder_expression: str) -> str:
    """Return the text of ``conf.py`` with a line that adds a folder to ``sys.path``, after the
    imports at its top.

    Args:
        text: The text of ``conf.py``.
        folder_expression: The folder as Python: ``Path(__file__).parents[1]``.
    """
    for statement in ("import sys", "from pathlib import Path"):
        text = _add_import(text, statement)
    lines = text.split("\n")
    row = _row_after(_imports_at_top(ast.parse(text))[-1])  # these two are among them
    new_lines = ["", f"sys.path.insert(0, str({folder_expression}))"]
    if lines[row].strip():  # something follows without a blank line
        new_lines.append("")
    lines[row:row] = new_lines
    return "\n".join(lines)


class InsertionPoint(NamedTuple):
    """The position at which an import is added."""

    row: int
    """The number of lines before it."""
    is_alone: bool
    """Whether blank lines separate it from its neighbours, since none of them is an import of the
    standard library.
    """


def _add_import(text: str, statement: str) -> str:
    """Return the text with an import of the standard library among the imports at its top, in the
    order of isort; unchanged if it has that import.

    Args:
        text: The text of ``conf.py``.
        statement: The import as Python: ``import sys``.
    """
    module = ast.parse(text)
    new_import = ast.parse(statement).body[0]
    assert isinstance(new_import, Import)
    imports = _imports_at_top(module)
    if any(_imports_same_name(present, new_import) for present in imports):
        return text
    lines = text.split("\n")
    insertion_point = _insertion_point(lines, module, imports, new_import)
    block = [statement]
    # Without another import of the standard library, it is a block of its own between blank lines.
    if insertion_point.is_alone:
        block.append("")
        # At the top of the file, or below a blank line, it needs no other blank line.
        if insertion_point.row and lines[insertion_point.row - 1].strip():
            block.insert(0, "")
    lines[insertion_point.row : insertion_point.row] = block
    return "\n".join(lines)


def _insertion_point(
    lines: Sequence[str], module: ast.Module, imports: Sequence[Import], new_import: Import
) -> InsertionPoint:
    """Return where to add an import of the standard library: among other such imports, or before
    all other imports.
    """
    standard = [present for present in imports if _is_standard(present)]
    if not standard:
        return InsertionPoint(_top_row(lines, module, imports), is_alone=True)
    row = standard[0].lineno - 1  # in front of all of them, unless some sort before it
    for present in standard:
        if _sort_key(present) < _sort_key(new_import):
            row = _row_after(present)
    return InsertionPoint(row, is_alone=False)


def _top_row(lines: Sequence[str], module: ast.Module, imports: Sequence[Import]) -> int:
    """Return the number of lines before the first statement, apart from imports of
    ``__future__``.
    """
    row = _head_length(lines, module)
    for present in imports:
        if _module_name(present) == "__future__":
            row = _row_after(present)
    while row < len(lines) and not lines[row]:
        row += 1
    return row


def _head_length(lines: Sequence[str], module: ast.Module) -> int:
    """Return the number of lines of the module's docstring, or of the comment at the top of the
    file.
    """
    if ast.get_docstring(module) is not None:
        return _row_after(module.body[0])
    head = 0
    while head < len(lines) and lines[head].startswith("#"):
        head += 1
    if head < len(lines) and lines[head].strip():
        return 0  # without a blank line after it, the comment describes the first statement
    return head


def _imports_at_top(module: ast.Module) -> list[Import]:
    """Return the imports before the first other statement; a docstring does not count."""
    statements = module.body
    if ast.get_docstring(module) is not None:
        statements = statements[1:]
    imports: list[Import] = []
    for statement in statements:
        if not isinstance(statement, Import):
            break
        imports.append(statement)
    return imports


def _imports_same_name(present: Import, wanted: Import) -> bool:
    """Return whether an import binds the only name that `wanted` imports."""
    if type(present) is not type(wanted):
        return False
    if isinstance(wanted, ast.ImportFrom) and _module_name(present) != _module_name(wanted):
        return False
    wanted_name = wanted.names[0].name
    return any(alias.name == wanted_name and alias.asname is None for alias in present.names)


def _module_name(statement: Import) -> str:
    """Return the module of an import, with dots in front if it is relative."""
    if isinstance(statement, ast.ImportFrom):
        return "." * statement.level + (statement.module or "")
    return statement.names[0].name


def _is_standard(statement: Import) -> bool:
    """Return whether an import is one of the standard library, except for ``__future__``, which has
    to be before all others.
    """
    name = _module_name(statement).partition(".")[0]
    return name in sys.stdlib_module_names and name != "__future__"


def _sort_key(statement: Import) -> tuple[bool, str]:
    """Return the key by which isort sorts imports: ``import`` before ``from``, then by module."""
    return isinstance(statement, ast.ImportFrom), _module_name(statement).lower()


def _row_after(statement: ast.stmt) -> int:
    """Return the index of the line after a statement; `end_lineno` counts from 1."""
    assert statement.end_lineno is not None  # `ast.parse` sets it for every statement
    return statement.end_lineno
