"""Try what a new user does: ``make clean-room``, or ``python -m scripts.clean_room``.

Clones HEAD into an empty folder and follows README.md there with an empty home: writes each file,
runs each command of the sections before "From a clone", which begin in the clone, then `make docs`
and `make test`. It starts
a server, reads the page that the comment of its line names, and stops it. Uncommitted changes are
not tried.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.repository.snippets import ROOT, SHELL, Block, blocks_of

NAME = "clone-of-any-name"
"""The folder of the clone."""
LAST_SECTION = "From a clone"
IN_THE_CLONE = ("make docs", "make test")
ADDRESS = re.compile(r" # (?P<address>http://127\.0\.0\.1:\d+/\S*)")
VARIABLE = re.compile(r"export (?P<name>\w+)=(?P<value>\S+)")
PASSED_ON = re.compile(
    r"PATH|LANG|LC_.*|TERM|SHELL|USER|TMPDIR|PYENV_ROOT|"
    r"(pip|npm_config)_.*|.*_proxy|.*cert.*|.*ca_bundle.*",
    re.IGNORECASE,
)
"""Variables that say which programs there are, and how the network is reached."""
START = 120
"""Seconds that a server may take to start."""


def main() -> None:
    """Follow README.md, and say where its files are if something fails."""
    room = Path(tempfile.mkdtemp(prefix="ggdocs-clean-room-"))
    clone = room / NAME
    environment = clean_environment(room / "home")
    revision = output("git", "rev-parse", "HEAD")
    run("git", "clone", "--quiet", "--no-checkout", str(ROOT), str(clone))
    run("git", "-C", str(clone), "checkout", "--quiet", "--detach", revision)
    folder = clone
    try:
        for block in user_blocks((clone / "README.md").read_text(encoding="utf-8")):
            folder = follow(block, folder, environment)
        for command in IN_THE_CLONE:
            run_line(command, clone, environment)
    except subprocess.CalledProcessError as error:
        sys.exit(f"\nFailed: {error.cmd}\nThe clone and what was made next to it: {room}")
    shutil.rmtree(room)


def clean_environment(home: Path) -> dict[str, str]:
    """Return an environment with an empty home, and the download caches of pip and npm."""
    caches = {
        "PIP_CACHE_DIR": output(sys.executable, "-m", "pip", "cache", "dir"),
        "npm_config_cache": output("npm", "config", "get", "cache"),
    }
    home.mkdir()
    environment = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    environment["PATH"] = without_environments(environment["PATH"])
    return {**environment, **caches, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}


def without_environments(path: str) -> str:
    """Return a search path without the folders of virtual environments."""
    folders = path.split(os.pathsep)
    return os.pathsep.join(
        folder for folder in folders if not (Path(folder).parent / "pyvenv.cfg").exists()
    )


def user_blocks(text: str) -> Iterator[Block]:
    """Yield the code blocks before `LAST_SECTION`, without those of `IN_THE_CLONE`."""
    before = re.split(rf"^#+ {LAST_SECTION}$", text, maxsplit=1, flags=re.MULTILINE)[0]
    for block in blocks_of(before):
        if not block.text.startswith(IN_THE_CLONE):
            yield block


def follow(block: Block, folder: Path, environment: dict[str, str]) -> Path:
    """Write the file of a block, or run its commands; return the folder of what follows."""
    if block.file:
        path = folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    elif block.language in SHELL:
        for line in block.text.splitlines():
            if address := ADDRESS.search(line):
                ask_server(line, address["address"], folder, environment)
            elif variable := VARIABLE.match(line):
                word = f"printf %s {variable['value']}"
                environment[variable["name"]] = output("bash", "-c", word, folder=folder)
            elif line.startswith("cd "):
                folder = (folder / line.removeprefix("cd ")).resolve()
            else:
                run_line(line, folder, environment)
    else:
        sys.exit(f"README.md: neither a file nor a command:\n{block.text}")
    return folder


def run_line(line: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Run a line of shell."""
    print(f"\n$ {line}", flush=True)
    subprocess.run(["bash", "-c", line], cwd=folder, env=environment, check=True)


def ask_server(line: str, address: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Start a server, read a page from it, and stop it."""
    print(f"\n$ {line}", flush=True)
    command = shlex.split(line, comments=True)
    server = subprocess.Popen(command, cwd=folder, env=environment)
    end = time.monotonic() + START
    try:
        while not answers(address):
            if server.poll() is not None or time.monotonic() > end:
                raise subprocess.CalledProcessError(server.returncode or 1, line)
            time.sleep(0.2)
    finally:
        server.terminate()
        server.wait()


def answers(address: str) -> bool:
    """Return whether a page can be read."""
    try:
        with urlopen(address, timeout=START) as page:
            return bool(page.read())
    except URLError:
        return False


def run(*command: str) -> None:
    """Run a command."""
    subprocess.run(command, cwd=ROOT, check=True)


def output(*command: str, folder: Path = ROOT) -> str:
    """Return what a command prints."""
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    main()
