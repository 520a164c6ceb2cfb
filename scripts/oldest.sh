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
# Two releases of pydantic do not word the published schema alike; it is made with the one of constraints.txt. Besides, pydantic 2.11
# - says the aliases of a model that is validated by names alone, which it does not accept;
# - forgets the validators of a TypedDict once it has been asked for it, and the bounds of a configuration under a NewType;
# - knows no `extra_items` of a TypedDict, no JSON Schema of a `Callable`, and no docstrings of dataclasses of the standard library;
# - gives the items of a NamedTuple titles, whatever its generator is told;
# - writes the default of a set in any order, and keeps no bounds that a class around gives a TypedDict;
# - cannot build models in chains of some hundred. Drawn types make its core crash.
"$venv/bin/python" -c 'import fastapi, pydantic; print("pydantic", pydantic.VERSION, "FastAPI", fastapi.__version__)'
"$venv/bin/python" -W ignore::PendingDeprecationWarning -m pytest -q -p no:cacheprovider \
  -W ignore::PendingDeprecationWarning -W ignore::DeprecationWarning \
  tests/schema --ignore tests/schema/test_drawn_types.py tests/contracts tests/native/test_document.py \
  --deselect tests/native/test_document.py::test_the_published_schema_is_that_of_the_format \
  --deselect "tests/schema/test_against_pydantic.py::test_same_as_pydantic[by name-input]" \
  --deselect "tests/schema/test_against_pydantic.py::test_same_as_pydantic[documented model-" \
  --deselect "tests/schema/test_corrections.py::test_corrections[bounds of the class around]" \
  --deselect "tests/schema/test_field_texts.py::test_fields_that_have_other_names_on_the_wire[by names]" \
  --deselect "tests/schema/test_against_pydantic.py::test_same_as_pydantic[TypedDict with a validator-input]" \
  --deselect "tests/schema/test_places.py::test_brands_in_properties[an extra in the configuration]" \
  --deselect "tests/schema/test_postponed.py::test_qualifiers_in_annotations_that_are_strings[model with configuration]" \
  --deselect "tests/schema/test_places.py::test_brands_elsewhere[further properties of a TypedDict]" \
  --deselect "tests/schema/test_identity.py::test_arguments_of_a_generic_are_named_as_they_are_written[Sent[Callable" \
  --deselect "tests/schema/test_field_texts.py::test_a_docstring_describes_fields[the style of NumPy]" \
  --deselect "tests/schema/test_field_texts.py::test_fields_that_have_other_names_on_the_wire[a dataclass]" \
  --deselect "tests/schema/test_places.py::test_brands_elsewhere[the items of a NamedTuple]" \
  --deselect "tests/schema/test_postponed.py::test_qualifiers_in_annotations_that_are_strings[NamedTuple]" \
  --deselect tests/schema/test_postponed.py::test_classes_inside_a_function_take_the_names_of_the_model_around_them \
  --deselect "tests/schema/test_depth.py::test_deep_types_are_written[400 models" \
  --deselect tests/schema/test_depth.py::test_what_is_too_deep_for_fastapi_is_refused_with_its_place
# This Starlette wants python-multipart under a name that it has given up. This FastAPI documents the fields of a model that
# travels as JSON as parameters, and answers every request to such a route with 422.
"$venv/bin/python" -W ignore::PendingDeprecationWarning -m pytest -q -p no:cacheprovider \
  -W ignore::PendingDeprecationWarning -W ignore::DeprecationWarning \
  tests/adapters/test_corpus.py tests/adapters/test_routes.py tests/adapters/test_exceptions.py \
  tests/adapters/test_messages.py \
  --deselect tests/adapters/test_routes.py::test_a_model_that_travels_as_json_is_one_parameter
