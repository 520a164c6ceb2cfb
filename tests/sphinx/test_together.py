"""Documents that are made in several processes are those that one process makes."""

import sys

from .projects import SHOP, Project


def test_documents_made_in_several_processes(project: Project) -> None:
    names = ["one", "two", "three", "broken", "five"]
    for name in names:
        text = SHOP.replace("Fetch an order.", f"Fetch order {name}.")
        project.write(f"{project.module}_{name}.py", f"print('hello')\n{text}" if name == "two" else text)
    project.write(f"{project.module}_broken.py", "1 / 0\n")
    project.config["ggdocs_docs"] = project.named(
        [{"slug": name, "title": name, "http": [f"{{module}}_{name}:OrderApi"]} for name in names]
    )
    project.page("Shop\n====\n\n.. ggdocs::\n")
    alone = project.build(out="_alone", fresh=True)
    together = project.build(out="_together", fresh=True, parallel=2)
    assert f"{project.module}_five" not in sys.modules  # made elsewhere
    assert together.warnings == alone.warnings
    assert "ZeroDivisionError" in together.warnings
    assert "hello" in together.warnings
    pages = [built.read("index.html") for built in (alone, together)]
    assert pages[0] == pages[1]
    assert all(f"Fetch order {name}." in pages[1] for name in ("one", "two", "three", "five"))
    again = project.build(out="_together", parallel=2)
    assert "ZeroDivisionError" in again.warnings  # tried again
    assert "updating environment: 0 added, 0 changed, 0 removed" in again.status
