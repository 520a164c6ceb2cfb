"""Whether our files in an output folder are those of this build, told without making them.

A build that finds no work should cost nothing: making the files, only to see that they are there, means importing
everything that makes them. So what they were made of is remembered, and what each file was when it had been written.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ..config import GgConfig
from ..incremental.pages import LOOK, memory_of
from ..records import Record
from ..translation import catalogue_folders

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What is remembered of one output folder."""

    file: Path
    """Where."""
    made_of: str | None
    """Differs when some file does; None when that is not to be told, since other files play a part."""

    @classmethod
    def of(cls, app: "Sphinx", records: Sequence[Record]) -> "Written":
        """What this build would write."""
        config = GgConfig.of(app.config)
        file = memory_of(app.builder, "files")
        # A logo may be a file, and the catalogues of translations are.
        if set(config.branding or ()) - {"primary_color"} or catalogue_folders(app.env):
            return cls(file=file, made_of=None)
        made = sha256(repr((config.output_dir, config.branding, app.config.language, app.emit(LOOK))).encode())
        for docname in sorted(app.env.found_docs):
            if docname.split("/")[0] == config.output_dir.split("/")[0]:
                made.update(docname.encode())  # it may be in our way
        for record in records:
            made.update(repr((record.slug, record.title, record.problem, record.content)).encode())
        return cls(file=file, made_of=made.hexdigest())

    def is_there(self) -> bool:
        """Whether all of it has been written, and nobody has touched it since."""
        if self.made_of is None:
            return False
        try:
            memory = json.loads(self.file.read_text(encoding="utf-8"))
            return memory["made of"] == self.made_of and all(
                _stamp(Path(path)) == stamp for path, stamp in memory["files"].items()
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # none yet, cut off, or a file is gone
            return False

    def folder(self) -> Path | None:
        """Where it was written last: another folder when the configuration has changed."""
        from ...serving import MANIFEST

        try:
            paths = json.loads(self.file.read_text(encoding="utf-8"))["files"]
            return next((Path(path).parent for path in paths if Path(path).name == MANIFEST), None)
        except (OSError, ValueError, KeyError, TypeError):  # none yet, or cut off
            return None

    def remember(self, paths: Iterable[Path]) -> None:
        """Note that it has been written."""
        memory = {"made of": self.made_of, "files": {str(path): _stamp(path) for path in paths}}
        temporary = self.file.with_suffix(".tmp")
        temporary.write_text(json.dumps(memory, indent=1), encoding="utf-8")
        temporary.replace(self.file)


def _stamp(path: Path) -> list[int]:
    status = path.stat()
    return [status.st_size, status.st_mtime_ns]
