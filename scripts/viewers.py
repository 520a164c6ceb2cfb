"""Bring the viewers of `viewers/` up to date: take the files from npm's packages, unmodified, and
write down which.

    python -m scripts.viewers                                the versions that are named below
    python -m scripts.viewers swagger-ui-dist=5.36.0         another one; write it below as well

npm checks each package against the checksum of its registry, and this script writes that
checksum down with those of the files (``VERSION.json``), so that a test can say that nobody has
changed them.
"""

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TARGET = Path(__file__).parents[1] / "viewers" / "sphinxcontrib_ggdocs_viewers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """A package of npm and what is taken from it."""

    name: str
    version: str
    folder: str
    """Below `TARGET`."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The name here, by the path in the package."""


PACKAGES = (
    Package(
        name="swagger-ui-dist",
        version="5.35.0",
        folder="swagger_ui",
        files={
            "LICENSE": "LICENSE",
            "NOTICE": "NOTICE",
            "swagger-ui-bundle.js": "swagger-ui-bundle.js",
            "swagger-ui-bundle.js.LICENSE.txt": "swagger-ui-bundle.js.LICENSE.txt",
            "swagger-ui.css": "swagger-ui.css",
        },
    ),
    Package(
        name="@asyncapi/react-component",
        version="3.2.1",
        folder="asyncapi_react",
        files={
            "LICENSE": "LICENSE",
            "browser/standalone/index.js": "index.js",
            "browser/standalone/index.js.LICENSE.txt": "index.js.LICENSE.txt",
            "styles/default.min.css": "default.min.css",
        },
    ),
)


def main(arguments: list[str]) -> None:
    """Write the files of every package anew."""
    chosen = dict(argument.split("=") for argument in arguments)
    if unknown := chosen.keys() - {package.name for package in PACKAGES}:
        sys.exit(f"no such package: {', '.join(sorted(unknown))}")
    for package in PACKAGES:
        version = chosen.get(package.name, package.version)
        with tempfile.TemporaryDirectory() as folder:
            take(package, version, Path(folder))
        sys.stdout.write(f"{package.folder}: {package.name} {version}\n")


def take(package: Package, version: str, folder: Path) -> None:
    """Download one package, unpack it, and put its files into their folder."""
    command = [
        "npm",
        "pack",
        f"{package.name}@{version}",
        "--silent",
        "--pack-destination",
        str(folder),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # names and versions from above
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    unpacked = folder / "package"
    target = TARGET / package.folder
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for source, name in package.files.items():
        shutil.copyfile(unpacked / source, target / name)
    said = json.loads((unpacked / "package.json").read_text(encoding="utf-8"))
    digest = hashlib.sha512(archive.read_bytes()).digest()
    record = {
        "package": said["name"],
        "version": said["version"],
        "license": said["license"],
        "integrity": f"sha512-{base64.b64encode(digest).decode()}",
        "files": {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(target.iterdir())
        },
    }
    (target / "VERSION.json").write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
