#!/usr/bin/env bash
# fastapi_matrix.sh PYTHON VENV: test the adapter for FastAPI with old and new releases of FastAPI and pydantic together.
# Each pair has FastAPI's own tutorial of that release as its corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1
venv=$2

"$python" -m venv --clear "$venv"
"$venv/bin/python" -m pip install --quiet --progress-bar off --editable . python-multipart httpx sphinx pytest
tested=()
failed=()
for fastapi in 0.115.0 0.123.10 0.137.2 0.138.0 newest; do
  for pydantic in "2.11.*" newest; do
    name="FastAPI $fastapi, pydantic $pydantic"
    printf '\n==> %s\n' "$name"
    wanted=("fastapi==$fastapi" "pydantic[email]==$pydantic")
    # A pair that no resolver accepts is told and left out.
    if ! "$venv/bin/python" -m pip install --quiet --progress-bar off --upgrade "${wanted[@]/==newest/}"; then
      echo "left out: these two cannot be installed together"
      continue
    fi
    tested+=("$name")
    "$venv/bin/python" -W ignore::PendingDeprecationWarning -m pytest -q -p no:cacheprovider \
      -W ignore::PendingDeprecationWarning -W ignore::DeprecationWarning -rP \
      tests/adapters/test_corpus.py tests/adapters/test_routes.py tests/adapters/test_exceptions.py \
      tests/adapters/test_messages.py | grep -E "^FastAPI|^FAILED|passed|failed" || true
    [ "${PIPESTATUS[0]}" -eq 0 ] || failed+=("$name")
  done
done
if [ "${#tested[@]}" -eq 0 ]; then
  echo "No pair could be installed: nothing was tested." >&2
  exit 1
fi
if [ "${#failed[@]}" -gt 0 ]; then
  printf 'failed: %s\n' "${failed[@]}" >&2
  exit 1
fi
