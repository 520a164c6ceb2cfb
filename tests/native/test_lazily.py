"""What servers need is imported when somebody asks for it; a Sphinx build does not."""

import importlib
import subprocess
import sys

import pytest

PACKAGES = ["asyncapi", "native", "openapi", "serving"]


@pytest.mark.slow
def test_no_server_is_imported_with_the_packages() -> None:
    imports = "\n".join(f"import sphinxcontrib_ggdocs.{package}" for package in PACKAGES)
    tell = "print(*(name for name in sys.modules if name.endswith(('.asgi', '.live', '.handler'))))"
    told = subprocess.run(
        [sys.executable, "-c", f"import sys\n{imports}\n{tell}"], capture_output=True, text=True
    )
    assert (told.stdout.strip(), told.stderr) == ("", "")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there(package: str) -> None:
    module = importlib.import_module(f"sphinxcontrib_ggdocs.{package}")
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(
        AttributeError, match=rf"module 'sphinxcontrib_ggdocs.{package}' has no attribute 'nothing'"
    ):
        _ = module.nothing
