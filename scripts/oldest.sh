#!/usr/bin/env bash
# oldest.sh PYTHON VENV: test contracts, schemas and documents with the oldest pydantic that pyproject.toml allows, and
# the adapter for FastAPI with the oldest FastAPI that it reads.
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
# Two releases of pydantic do not word the published schema alike; it is made with the one of constraints.txt. A model that is validated by names alone has
# the aliases in what pydantic 2.11 says of it, which it does not accept. It forgets the validators of a TypedDict once it has
# been asked for it.
"$venv/bin/python" -c 'import fastapi, pydantic; print("pydantic", pydantic.VERSION, "FastAPI", fastapi.__version__)'
"$venv/bin/python" -m pytest -q -p no:cacheprovider \
  tests/schema/test_against_pydantic.py tests/schema/test_identity.py tests/contracts tests/native/test_document.py \
  --deselect tests/native/test_document.py::test_the_published_schema_is_that_of_the_format \
  --deselect "tests/schema/test_against_pydantic.py::test_same_as_pydantic[by name-input]" \
  --deselect "tests/schema/test_against_pydantic.py::test_same_as_pydantic[TypedDict with a validator-input]"
# This Starlette wants python-multipart under a name that it has given up. This FastAPI documents the fields of a model that
# travels as JSON as parameters, and answers every request to such a route with 422.
"$venv/bin/python" -W ignore::PendingDeprecationWarning -m pytest -q -p no:cacheprovider \
  -W ignore::PendingDeprecationWarning -W ignore::DeprecationWarning \
  tests/adapters/test_corpus.py tests/adapters/test_routes.py tests/adapters/test_exceptions.py \
  tests/adapters/test_messages.py \
  --deselect tests/adapters/test_routes.py::test_a_model_that_travels_as_json_is_one_parameter
