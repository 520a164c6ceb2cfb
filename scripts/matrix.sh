#!/usr/bin/env bash
# matrix.sh: run the Python tests with each Python from 3.11 on that this machine has, and with Sphinx 8.2, 9.0 and the
# newest that is for this Python. A pair that cannot be installed is a failure. To narrow it:
# PYTHONS="3.12 3.13" (or newest) SPHINXES="8.2 newest" PYTEST_ARGS="tests/sphinx" scripts/matrix.sh
set -euo pipefail
cd "$(dirname "$0")/.."

pythons() {
  local candidate
  for candidate in python3.11 python3.12 python3.13 python3.14 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python; do
    if command -v "$candidate" >/dev/null; then
      "$candidate" -c 'import sys; sys.version_info >= (3, 11) and print("%d.%d" % sys.version_info[:2], sys.executable)' \
        2>/dev/null || true
    fi
  done | sort -V | awk -v wanted=" ${PYTHONS:-} " \
    'wanted == " newest " { last = $2; next }
    !seen[$1]++ && (wanted == "  " || index(wanted, " " $1 " ")) { print $2 }
    END { if (last) print last }'
}

passed=()
failed=()
venv=".venv-matrix"
for python in $(pythons); do
  for sphinx in ${SPHINXES:-8.2 9.0 newest}; do
    name="$("$python" --version), Sphinx $sphinx"
    if [ "$sphinx" = newest ]; then
      wanted="sphinx"
    else
      wanted="sphinx==$sphinx.*"
    fi
    printf '\n==> %s\n' "$name"
    "$python" -m venv --clear "$venv"
    "$venv/bin/python" -m pip install --quiet "pip>=25.1"
    if ! "$venv/bin/python" -m pip install --quiet --progress-bar off --group test --editable . "$wanted"; then
      failed+=("$name: cannot be installed")
      continue
    fi
    name="$("$python" --version), Sphinx $("$venv/bin/python" -c 'import sphinx; print(sphinx.__version__)')"
    if [[ " ${passed[*]} ${failed[*]} " == *" $name "* ]]; then
      echo "left out: the newest that installs has been tested"
      continue
    fi
    # shellcheck disable=SC2086  # several arguments are meant
    if "$venv/bin/python" -m pytest -q -n 2 --dist worksteal ${PYTEST_ARGS:---part=test}; then
      passed+=("$name")
    else
      failed+=("$name")
    fi
  done
done
printf '\n'
if [ "${#passed[@]}" -eq 0 ] && [ "${#failed[@]}" -eq 0 ]; then
  echo "There is no such Python here: nothing was tested." >&2
  exit 1
fi
if [ "${#passed[@]}" -gt 0 ]; then
  printf 'passed: %s\n' "${passed[@]}"
fi
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
