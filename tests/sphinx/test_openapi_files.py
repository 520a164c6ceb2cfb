"""OpenAPI files in a Sphinx build: configured and in place, their faults, and builds after a
change.
"""

from .projects import Project
from .test_objects import read_again

PETS = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets/{id}:
    get:
      operationId: get_pet
      description: A pet with *emphasis*.
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        "200":
          description: A pet
          content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
    Unused: {type: integer}
"""


def pets(project: Project) -> None:
    """A file, its document and a page that shows it."""
    project.config["ggdocs_docs"] = [{"slug": "pets", "openapi": "pets.yaml"}]
    project.write("pets.yaml", PETS)
    project.page("Pets\n====\n\n.. ggdocs:: pets\n\n:gg:method:`get_pet` of :gg:schema:`Pet`\n")


def test_a_configured_file(project: Project) -> None:
    pets(project)
    built = project.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert "<em>emphasis</em>" in html
    assert 'href="#gg-pets.API.get_pet"' in html
    assert 'href="#gg-schema-pets.Pet"' in html
    assert "Unused" in html
    names = {path.name for path in (built.out / "apidocs" / "pets").iterdir()}
    assert {"api-docs.json", "openapi.json"} <= names


def test_a_change_of_the_file_reads_its_page_again(project: Project) -> None:
    pets(project)
    project.page("Other\n=====\n", "other.rst")
    project.config["exclude_patterns"] = ["_*"]
    project.page(
        "Pets\n====\n\n.. toctree::\n\n   other\n\n.. ggdocs:: pets\n",
    )
    assert project.build().warnings == ""
    assert read_again(project.build().status) == set()
    project.write("pets.yaml", PETS.replace("A pet with", "One pet with"))
    built = project.build()
    assert read_again(built.status) == {"index"}
    assert "One pet with" in built.read("index.html")


def test_a_change_of_a_file_that_it_refers_to(project: Project) -> None:
    pets(project)
    text = PETS.replace("#/components/schemas/Pet", "pet.yaml")
    project.write("pets.yaml", text)
    project.write("pet.yaml", "{type: object, properties: {colour: {type: string}}}")
    project.page("Pets\n====\n\n.. ggdocs:: pets\n")
    assert "colour" in project.build().read("index.html")
    project.write("pet.yaml", "{type: object, properties: {weight: {type: string}}}")
    built = project.build()
    assert read_again(built.status) == {"index"}
    assert "weight" in built.read("index.html")


def test_a_fault_is_one_warning_and_costs_itself_only(project: Project) -> None:
    pets(project)
    project.write("pets.yaml", PETS.replace("Unused: {type: integer}", "Unused: {type: whole}"))
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "pets.yaml:16: #/components/schemas/Unused/type: 'whole' is not a type" in built.warnings
    assert "[ggdocs.document]" in built.warnings
    assert "get_pet" in built.read("index.html")
