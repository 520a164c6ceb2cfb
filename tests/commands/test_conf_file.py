"""What ``ggdocs init`` writes into ``conf.py``: what a person would, in the style of the file."""

from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.commands.conf_file import (
    add_extension,
    add_import_folder,
    add_settings,
    extends_path,
)

MANY = '"sphinx.ext.autodoc", "sphinx.ext.intersphinx"'
LONG = f'extensions = [{MANY}, "sphinx.ext.viewcode"]\n'

EXTENSIONS = [
    pytest.param('extensions = ["a"]\n', 'extensions = ["a", "gg"]\n', id="one line"),
    pytest.param("extensions = ['a', 'b']", "extensions = ['a', 'b', 'gg']", id="single quotes"),
    pytest.param('extensions = ["a",]\n', 'extensions = ["a", "gg",]\n', id="comma at the end"),
    pytest.param("extensions = []\n", 'extensions = ["gg"]\n', id="empty"),
    pytest.param(
        "project = 'é'\nextensions = []\n",
        "project = 'é'\nextensions = ['gg']\n",
        id="empty, quotes of the file",
    ),
    pytest.param("extensions = [\n]\n", 'extensions = [\n    "gg",\n]\n', id="empty, two lines"),
    pytest.param(
        'extensions = [\n    # "a",\n]\n',
        'extensions = [\n    # "a",\n    "gg",\n]\n',
        id="only a comment",
    ),
    pytest.param(
        'extensions = [\n    "a",\n    "b",  # why\n    # "c",\n]\nx = 1\n',
        'extensions = [\n    "a",\n    "b",  # why\n    # "c",\n    "gg",\n]\nx = 1\n',
        id="lines with comments",
    ),
    pytest.param(
        "extensions = [\n  'a',\n  'b'  # why\n]\n",
        "extensions = [\n  'a',\n  'b',  # why\n  'gg'\n]\n",
        id="lines without a comma at the end",
    ),
    pytest.param(
        "extensions = ['a',\n              'b']\n",
        "extensions = ['a',\n              'b',\n              'gg']\n",
        id="lines below the bracket",
    ),
    pytest.param(
        "extensions = ['a',\n              'b',\n              ]\n",
        "extensions = ['a',\n              'b',\n              'gg',\n              ]\n",
        id="lines below the bracket, closed on its own line",
    ),
    pytest.param(
        "extensions = [\n    'a', 'b', 'c'\n]\n",
        "extensions = [\n    'a', 'b', 'c', 'gg'\n]\n",
        id="several on a line",
    ),
    pytest.param(
        "extensions = ['a', 'b',\n              'c', 'd']\n",
        "extensions = ['a', 'b',\n              'c', 'd', 'gg']\n",
        id="several on each line",
    ),
    pytest.param(
        LONG,
        'extensions = [\n    "sphinx.ext.autodoc",\n    "sphinx.ext.intersphinx",\n'
        '    "sphinx.ext.viewcode",\n    "gg",\n]\n',
        id="a line that would be too long",
    ),
    pytest.param(
        f'extensions = [\n    {MANY}, "a", "b", "c", "d", "ef", "ghi"\n]\n',
        f'extensions = [\n    {MANY}, "a", "b", "c", "d", "ef", "ghi",\n    "gg"\n]\n',
        id="one of several lines that would be too long",
    ),
    pytest.param('extensions = ("a",)\n', 'extensions = ("a", "gg",)\n', id="a tuple"),
    pytest.param("extensions = ()\n", 'extensions = ("gg",)\n', id="an empty tuple"),
    pytest.param(
        'extensions = "a", "b"\n',
        'extensions = "a", "b"\n\nextensions = [*extensions, "gg"]\n',
        id="a tuple without parentheses",
    ),
    pytest.param(
        'extensions: list[str] = ["é"]  # é\n',
        'extensions: list[str] = ["é", "gg"]  # é\n',
        id="annotated, letters of two bytes",
    ),
    pytest.param(
        'extensions = ["a", *more, f("x")]\n',
        'extensions = ["a", *more, f("x"), "gg"]\n',
        id="elements that are computed",
    ),
    pytest.param(
        'from base import *\n\nextensions += ["a"]\n',
        'from base import *\n\nextensions += ["a", "gg"]\n',
        id="added to",
    ),
    pytest.param(
        'extensions = ["a"]\nif x:\n    extensions.append("b")\nextensions += ["c"]\n',
        'extensions = ["a", "gg"]\nif x:\n    extensions.append("b")\nextensions += ["c"]\n',
        id="begun and added to",
    ),
    pytest.param(
        'extensions = ["a"]\nextensions = sorted(extensions)\n',
        'extensions = ["a", "gg"]\nextensions = sorted(extensions)\n',
        id="begun and computed from itself",
    ),
    pytest.param(
        'extensions = ["a"]\nextensions = ["b"]\n',
        'extensions = ["a"]\nextensions = ["b", "gg"]\n',
        id="the last list counts",
    ),
    pytest.param(
        'extensions = ["a"]\nextensions = other\n',
        'extensions = ["a"]\nextensions = other\n\nextensions = [*extensions, "gg"]\n',
        id="another value",
    ),
    pytest.param(
        'if x:\n    extensions = ["a"]\n',
        'if x:\n    extensions = ["a"]\n\n'
        'extensions = globals().get("extensions", [])\nextensions = [*extensions, "gg"]\n',
        id="in a branch",
    ),
    pytest.param(
        'extensions = ["a"]\nif x:\n    extensions = ["b"]\n',
        'extensions = ["a"]\nif x:\n    extensions = ["b"]\n\nextensions = [*extensions, "gg"]\n',
        id="replaced in a branch",
    ),
    pytest.param(
        "from base import *\n",
        'from base import *\n\nextensions = globals().get("extensions", [])\n'
        'extensions = [*extensions, "gg"]\n',
        id="perhaps imported",
    ),
    pytest.param(
        "globals().update(settings)\n",
        'globals().update(settings)\n\nextensions = globals().get("extensions", [])\n'
        'extensions = [*extensions, "gg"]\n',
        id="perhaps computed",
    ),
    pytest.param(
        "language = 'en'\n\n\n", "language = 'en'\n\nextensions = [\"gg\"]\n", id="no list"
    ),
    pytest.param("# gg\n", '# gg\n\nextensions = ["gg"]\n', id="named in a comment only"),
    pytest.param('extensions = ["a", "gg"]\n', 'extensions = ["a", "gg"]\n', id="has it"),
    pytest.param('extensions = ["gg.native"]\n', 'extensions = ["gg.native"]\n', id="a part of it"),
    pytest.param('extensions = ["ggx"]\n', 'extensions = ["ggx", "gg"]\n', id="another name"),
]


@pytest.mark.parametrize(("before", "after"), EXTENSIONS)
def test_an_extension_joins_the_list(before: str, after: str) -> None:
    assert add_extension(before, "gg") == after
    compile(after, "conf.py", "exec")
    assert add_extension(after, "gg") == after


PATH = 'sys.path.insert(0, str(Path("x")))'

FOLDERS = [
    pytest.param(
        'project = "x"\n',
        f'import sys\nfrom pathlib import Path\n\n{PATH}\n\nproject = "x"\n',
        id="no imports",
    ),
    pytest.param(
        '# A head.\n# More of it.\n\n# About x.\nproject = "x"\n',
        "# A head.\n# More of it.\n\nimport sys\nfrom pathlib import Path\n\n"
        f'{PATH}\n\n# About x.\nproject = "x"\n',
        id="below the comment of the file",
    ),
    pytest.param(
        '# About x.\nproject = "x"\n',
        f'import sys\nfrom pathlib import Path\n\n{PATH}\n\n# About x.\nproject = "x"\n',
        id="above the comment of a statement",
    ),
    pytest.param(
        '"""A docstring,\nof two lines."""\nproject = "x"\n',
        '"""A docstring,\nof two lines."""\n\nimport sys\nfrom pathlib import Path\n\n'
        f'{PATH}\n\nproject = "x"\n',
        id="below the docstring",
    ),
    pytest.param(
        "import os\nimport time\nfrom datetime import date\n\nimport sphinx\n\nx = 1\n",
        "import os\nimport sys\nimport time\nfrom datetime import date\nfrom pathlib import Path\n"
        f"\nimport sphinx\n\n{PATH}\n\nx = 1\n",
        id="sorted among others",
    ),
    pytest.param(
        "import time\nx = 1\n",
        f"import sys\nimport time\nfrom pathlib import Path\n\n{PATH}\n\nx = 1\n",
        id="before all others",
    ),
    pytest.param(
        "from pathlib import Path, PurePath\nimport os, sys\n\nx = 1\n",
        f"from pathlib import Path, PurePath\nimport os, sys\n\n{PATH}\n\nx = 1\n",
        id="imported already",
    ),
    pytest.param(
        "import sys as system\nfrom os import path\n\nx = 1\n",
        "import sys\nimport sys as system\nfrom os import path\nfrom pathlib import Path\n\n"
        f"{PATH}\n\nx = 1\n",
        id="imported by another name",
    ),
    pytest.param(
        "from __future__ import annotations\n\nimport furo\n\nx = 1\n",
        "from __future__ import annotations\n\nimport sys\nfrom pathlib import Path\n\n"
        f"import furo\n\n{PATH}\n\nx = 1\n",
        id="a group of their own",
    ),
    pytest.param(
        "from __future__ import annotations\nx = 1\n",
        "from __future__ import annotations\n\nimport sys\nfrom pathlib import Path\n\n"
        f"{PATH}\n\nx = 1\n",
        id="below those of the future",
    ),
    pytest.param(
        "import os\nx = 1\nimport sys\n",
        f"import os\nimport sys\nfrom pathlib import Path\n\n{PATH}\n\nx = 1\nimport sys\n",
        id="imported later",
    ),
]


@pytest.mark.parametrize(("before", "after"), FOLDERS)
def test_a_folder_of_imports_stands_below_the_imports(before: str, after: str) -> None:
    assert add_import_folder(before, 'Path("x")') == after
    compile(after, "conf.py", "exec")


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ('sys.path.insert(0, os.path.abspath(".."))', True),
        ('sys.path.append(os.path.join(os.path.dirname(__file__), "../."))', True),
        ('sys.path.insert(0, os.path.abspath("../src"))', False),
        ('paths.insert(0, "..")', False),
        ("x = 1", False),
    ],
)
def test_a_folder_is_in_the_path_already(tmp_path: Path, text: str, is_named: bool) -> None:
    assert extends_path(text, tmp_path / "docs", tmp_path) is is_named


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1", "x = 1\n\ny = 2\nz = 3\n"),
        ("def f():\n    pass\n", "def f():\n    pass\n\n\ny = 2\nz = 3\n"),
    ],
)
def test_settings_at_the_end(before: str, after: str) -> None:
    assert add_settings(before, ["y = 2", "z = 3"]) == after
