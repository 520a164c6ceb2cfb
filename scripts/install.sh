#!/usr/bin/env bash
# install.sh VENV GROUP: make the virtual environment, or use it again, and install this package with a dependency
# group of pyproject.toml. Any Python from 3.11 on will do; PYTHON= names one.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
group=$2

recent='import sys; sys.exit(sys.version_info < (3, 11))'

find_python() {
  local candidate
  # The plain name first, as its owner's choice. A command may exist and still not run: pyenv's shims are such.
  for candidate in ${PYTHON:-} python3 python python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null && "$candidate" -c "$recent" 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  echo "Python 3.11 or newer is needed and was not found. Name one: make PYTHON=/path/to/python3 ..." >&2
  return 1
}

make_venv() {
  local python
  python=$(find_python)
  echo "Using $("$python" --version) at $python"
  if "$python" -m venv --clear "$venv"; then
    return
  fi
  # Debian keeps ensurepip, which venv needs, in a package of its own.
  local version
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  echo "Python $version cannot make virtual environments; installing its venv package."
  scripts/apt.sh "python$version-venv"
  "$python" -m venv --clear "$venv"
}

if ! "$venv/bin/python" -c "$recent" 2>/dev/null || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
  make_venv
fi
# Dependency groups (PEP 735) came with pip 25.1.
"$venv/bin/python" -m pip install --quiet "pip>=25.1"

install() {
  "$venv/bin/python" -m pip install --progress-bar off --group "$group" --editable . "$@" | names
}

# One line a package, so that a slow network can be told from a hanging one.
names() {
  awk '/^(Collecting|Processing|Installing collected)/ { print "  " $1, $2; fflush() }'
}

if ! install --constraint constraints.txt; then
  # A Python that is newer than constraints.txt may need releases that are newer too.
  echo "The versions of constraints.txt cannot be had here; trying the newest ones." >&2
  install
fi
echo "Installed in $venv: $("$venv/bin/python" -m pip list --format freeze | wc -l) packages"
