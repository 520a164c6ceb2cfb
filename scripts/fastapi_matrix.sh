#!/usr/bin/env bash
# fastapi_matrix.sh PYTHON VENV: test the adapter for FastAPI with old and new releases of FastAPI and pydantic together.
# Each pair has FastAPI's own tutorial of that release as its corpus. A pair that cannot be installed is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1
venv=$2
log=$(mktemp)
trap 'rm -f "$log"' EXIT

"$python" -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --progress-bar off --editable . python-multipart httpx sphinx pytest hypothesis
failed=()
for fastapi in 0.115.0 0.123.10 0.137.2 0.138.0 newest; do
  for pydantic in "2.11.*" newest; do
    name="FastAPI $fastapi, pydantic $pydantic"
    printf '\n==> %s\n' "$name"
    wanted=("fastapi==$fastapi" "pydantic[email]==$pydantic")
    if ! "$venv/bin/python" -m pip install --quiet --progress-bar off --upgrade "${wanted[@]/==newest/}"; then
      failed+=("$name: cannot be installed")
      continue
    fi
    # Old releases of Starlette import python-multipart by a name that it has given up; a deprecation is for the newest.
    if "$venv/bin/python" -W ignore::PendingDeprecationWarning -m pytest -q -p no:cacheprovider \
      -W ignore::PendingDeprecationWarning -W ignore::DeprecationWarning -rP \
      tests/adapters/test_corpus.py tests/adapters/test_routes.py tests/adapters/test_exceptions.py \
      tests/adapters/test_messages.py > "$log" 2>&1; then
      grep '^FastAPI' "$log"
      tail -n 1 "$log"
    else
      cat "$log"
      failed+=("$name")
    fi
  done
done
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
