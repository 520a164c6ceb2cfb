#!/usr/bin/env bash
# oldest.sh PYTHON VENV: test contracts, schemas and documents with the oldest pydantic that pyproject.toml allows.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1
venv=$2

if [ ! -e "$venv/.installed" ]; then
  "$python" -m venv --clear "$venv"
  "$venv/bin/python" -m pip install --progress-bar off --quiet --editable . \
    "pydantic[email]==2.11.*" sphinx pytest hypothesis jsonschema
  touch "$venv/.installed"
fi
# Two releases of pydantic do not word the published schema alike; it is made with the one of constraints.txt.
"$venv/bin/python" -c 'import pydantic; print("pydantic", pydantic.VERSION)'
"$venv/bin/python" -m pytest -q -p no:cacheprovider \
  tests/schema/test_against_pydantic.py tests/schema/test_identity.py tests/contracts tests/native/test_document.py \
  --deselect tests/native/test_document.py::test_the_published_schema_is_that_of_the_format
