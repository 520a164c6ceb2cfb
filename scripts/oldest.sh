#!/usr/bin/env bash
# oldest.sh PYTHON VENV: test contracts, schemas and documents with the oldest pydantic that pyproject.toml allows, and
# the adapter for FastAPI with the oldest FastAPI that it reads. tests/oldest.toml has what is known to fail, and why.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1
venv=$2

wanted=("pydantic[email]==2.11.*" "fastapi==0.115.0" python-multipart httpx docstring-parser sphinx pytest hypothesis jsonschema openapi-spec-validator)

if [ "$(cat "$venv/.installed" 2>/dev/null)" != "${wanted[*]}" ]; then
  "$python" -m venv --clear "$venv"
  "$venv/bin/python" -m pip install --progress-bar off --quiet --editable . "${wanted[@]}"
  echo "${wanted[*]}" > "$venv/.installed"
fi
"$venv/bin/python" -c 'import fastapi, pydantic; print("pydantic", pydantic.VERSION, "FastAPI", fastapi.__version__)'
"$venv/bin/python" -m scripts.known_failures tests/oldest.toml \
  tests/schema tests/contracts tests/native/test_document.py \
  tests/adapters/test_corpus.py tests/adapters/test_routes.py tests/adapters/test_exceptions.py \
  tests/adapters/test_messages.py
