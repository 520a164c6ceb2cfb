"""Applications that are too large to be installed with the tests: each has an environment of its own.

They are installed in ``.cache/corpus``, once for each list of requirements, and read by a process in
there.
"""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .tutorial import CACHE

ROOT = Path(__file__).parents[3]
FOLDER = CACHE / "corpus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A package, and how its application is made."""

    name: str
    requirements: tuple[str, ...]
    imports: str
    app: str
    """An expression, after the imports."""
    operations: int
    """How many there are at least."""
    differing: int = 0
    """How many differ for no purpose; the comments say why."""
    unconfirmed: int = 0
    """How many values are left out that fit their schemas; the comments say why."""
    own_members: frozenset[str] = frozenset()
    """Members that its ``openapi_extra`` gives operations, and that OpenAPI does not define: they
    are exported as FastAPI does, and no validator is asked about them."""
    environ: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Its environment."""
        key = hashlib.sha256(" ".join(self.requirements).encode()).hexdigest()[:8]
        return FOLDER / f"{self.name}-{key}-{sys.version_info.major}.{sys.version_info.minor}"

    @property
    def python(self) -> str:
        """Its interpreter."""
        return str(self.folder / "bin" / "python")

    @property
    def home(self) -> Path:
        """The folder in which it runs, where some write files."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        return home


def installed(package: Published) -> bool:
    """Install a package unless it is there; False when that cannot be done."""
    done = package.folder / ".installed"
    if done.is_file():
        return True
    package.folder.parent.mkdir(parents=True, exist_ok=True)
    # The pip that comes with Python may be too old to resolve what some of them require.
    flags = ["--clear", "--upgrade-deps"]
    environment = [sys.executable, "-m", "venv", *flags, str(package.folder)]
    install = [package.python, "-m", "pip", "install", "--quiet", *package.requirements]
    for command in (environment, install):
        ended = subprocess.run(command, check=False, capture_output=True, text=True)
        if ended.returncode:
            (package.folder / "problem.txt").write_text(ended.stderr)
            return False
    done.touch()
    return True


def reading(package: Published, *options: str) -> dict[str, Any]:
    """What `reading.py` says of a package that is installed."""
    found: dict[str, Any] = last_line(package, f"{__package__}.reading", *options)
    return found


def last_line(package: Published, module: str, *options: str) -> Any:
    """The last line, as JSON, that a module of here prints in the environment of a package.

    Args:
        package: A package that is installed.
        module: The module, which gets the imports and the expression of the application.
        options: What else it gets.
    """
    ended = subprocess.run(
        [package.python, "-m", module, package.imports, package.app, *options],
        cwd=package.home,
        env=variables(package),
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    return json.loads(ended.stdout.strip().splitlines()[-1])


def variables(package: Published) -> dict[str, str]:
    """The environment variables of a process that imports a package, and this package from here."""
    metadata = _metadata(package.folder / "metadata")
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")},
        "HOME": str(package.home),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(metadata)]),
        **package.environ,
    }


def _metadata(folder: Path) -> Path:
    """A folder that says which adapters there are, as the metadata of an installed package do."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    info = folder / "sphinxcontrib_ggdocs-0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: sphinxcontrib-ggdocs\nVersion: 0\n"
    )
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


_DJANGO = f"from {__package__}.django_host import host, included, mounted"

PACKAGES = (
    Published(
        name="agno",
        requirements=("agno[os]", "openai"),
        imports="from agno.os import AgentOS; from agno.agent import Agent",
        app="AgentOS(agents=[Agent(id='a')]).get_app()",
        operations=100,
        environ={"OPENAI_API_KEY": "none"},
    ),
    Published(
        name="ai_accounts",
        requirements=("ai-accounts-litestar", "pydantic"),
        imports="from ai_accounts_litestar.app import create_app; from ai_accounts_litestar.config import AiAccountsConfig",
        app="create_app(AiAccountsConfig())",
        operations=47,
    ),
    Published(
        name="aim",
        requirements=("aim",),
        imports="import aim.web.api as m",
        app="next(r.app for r in m.create_app().routes if getattr(r, 'path', '').endswith('/api'))",
        operations=60,
    ),
    Published(
        name="airflow",
        requirements=("apache-airflow-core",),
        imports="import airflow.api_fastapi.app as m",
        app="m.create_app()",
        operations=120,
    ),
    Published(
        name="bluesky",
        requirements=("bluesky-httpserver", "pandas", "openpyxl"),
        imports="from bluesky_httpserver.app import build_app",
        app="build_app({}, server_settings={'server_configuration': {}})",
        operations=65,
    ),
    Published(
        name="burr",
        requirements=("burr[start]",),
        imports="import burr.tracking.server.run as m",
        app="m.app",
        operations=25,
    ),
    Published(
        name="chainlit",
        requirements=("chainlit",),
        imports="import chainlit.server as m",
        app="m.app",
        operations=30,
    ),
    Published(
        name="contextforge",
        requirements=("mcp-contextforge-gateway",),
        imports="import mcpgateway.main as m",
        app="m.app",
        operations=500,
        environ={
            "JWT_SECRET_KEY": "abcdefghijklmnopqrstuvwxyz0123456789",
            "AUTH_ENCRYPTION_SECRET": "abcdefghijklmnopqrstuvwxyz0123456789",
            "MCPGATEWAY_UI_ENABLED": "true",
            "MCPGATEWAY_ADMIN_API_ENABLED": "true",
        },
    ),
    Published(
        name="core_package",
        requirements=("core-package",),
        imports=f"{_DJANGO}; host('apps.users', 'apps.roles', 'apps.contacts', 'apps.events', AUTH_USER_MODEL='users.User'); from apps.core.api import create_api",
        app="mounted(create_api())",
        operations=30,
    ),
    Published(
        name="django_ca",
        requirements=("django-ca[api]",),
        imports=f"{_DJANGO}; host('django_ca', CA_ENABLE_REST_API=True); included('django_ca.urls'); import django_ca.api.endpoints as m",
        app="m.api",
        operations=10,
    ),
    Published(
        name="dstack",
        requirements=("dstack[server]",),
        imports="import dstack._internal.server.app as m; a = m.create_app(); m.register_routes(a)",
        app="a",
        operations=90,
        # pydantic shows the default of one field, of a class with a core schema of its own, at all
        # other fields of that class, `DiskSpec.size`, which is required, among them
        unconfirmed=141,
    ),
    Published(
        name="feast",
        requirements=("feast", "grpcio", "grpcio-health-checking"),
        imports="from feast import FeatureStore, RepoConfig; import feast.feature_server as m; s = FeatureStore(config=RepoConfig(project='a', provider='local', registry='r.db', online_store={'type': 'sqlite', 'path': 'o.db'}, entity_key_serialization_version=3, repo_path='.'))",
        app="m.get_app(s)",
        operations=12,
    ),
    Published(
        name="fides",
        requirements=("ethyca-fides", "setuptools<81"),
        imports="import fides.api.main as m",
        app="m.app",
        operations=250,
    ),
    Published(
        name="formkit_ninja",
        requirements=("formkit-ninja", "psycopg[binary]"),
        imports=f"{_DJANGO}; host('pgtrigger', 'pghistory', 'formkit_ninja'); import formkit_ninja.urls as m",
        app="mounted(m.api)",
        operations=12,
    ),
    Published(
        name="galaxy",
        requirements=("galaxy-web-apps",),
        imports="import galaxy.webapps.galaxy.fast_app as m; a = m.get_fastapi_instance(); m.include_all_package_routers(a, 'galaxy.webapps.galaxy.api')",
        app="a",
        operations=470,
        # a hook that adds the discriminator of a union by a function to `oneOf`, and a TypedDict in
        # two models, of which one forbids extra keys: FastAPI has one schema of it, for both
        differing=2,
    ),
    Published(
        name="google_adk",
        requirements=("google-adk",),
        imports="from google.adk.cli.fast_api import get_fast_api_app",
        app="get_fast_api_app(agents_dir='.', web=False)",
        operations=20,
    ),
    Published(
        name="gradio",
        requirements=("gradio",),
        imports="import gradio; from gradio.routes import App",
        app="App.create_app(gradio.Interface(lambda x: x, 'text', 'text'))",
        operations=70,
    ),
    Published(
        name="guardrails_api",
        requirements=("guardrails-api",),
        imports="import sys, types; sys.modules['config'] = types.ModuleType('config'); from guardrails_api.app import create_app",
        app="create_app()",
        operations=10,
    ),
    Published(
        name="hayhooks",
        requirements=("hayhooks",),
        imports="from hayhooks.server.app import create_app",
        app="create_app()",
        operations=14,
    ),
    Published(
        name="kedro_viz",
        requirements=("kedro-viz",),
        imports="from kedro_viz.api.apps import create_api_app_from_project",
        app="create_api_app_from_project('.')",
        operations=9,
    ),
    Published(
        name="langflow",
        requirements=("langflow-base",),
        imports="import langflow.main as m",
        app="m.create_app()",
        operations=180,
    ),
    Published(
        name="letta",
        requirements=(
            "letta[postgres,sqlite]==0.11.7",
            "mcp<1.20",
            "fastapi<0.120",
            "pydantic<2.12",
        ),
        imports="import letta.server.rest_api.app as m",
        app="m.app",
        operations=170,
    ),
    Published(
        name="litellm",
        requirements=("litellm[proxy]",),
        imports="import litellm.proxy.proxy_server as m; "
        "from litellm.proxy._lazy_features import register_all_features; "
        "register_all_features(m.app)",
        app="m.app",
        operations=950,
    ),
    Published(
        name="liteset",
        requirements=("liteset",),
        imports="from superset.app import create_app",
        app="create_app().app",
        operations=370,
        environ={
            "LITESET_SECRET_KEY": "x" * 42,
            "LITESET_SQLALCHEMY_DATABASE_URI": "sqlite+aiosqlite://",
        },
    ),
    Published(
        name="litestar_admin",
        requirements=("litestar-admin", "pydantic"),
        imports="from litestar import Litestar; from litestar_admin import AdminPlugin",
        app="Litestar(plugins=[AdminPlugin()])",
        operations=65,
    ),
    Published(
        name="litestar_workflows",
        requirements=("litestar-workflows", "pydantic"),
        imports="from litestar import Litestar; from litestar_workflows import WorkflowPlugin",
        app="Litestar(plugins=[WorkflowPlugin()])",
        operations=13,
    ),
    Published(
        name="mlflow",
        requirements=("mlflow",),
        imports="import mlflow.server.fastapi_app as m",
        app="m.app",
        operations=75,
    ),
    Published(
        name="mlserver",
        requirements=("mlserver",),
        imports="from unittest.mock import Mock; from mlserver.rest.app import create_app; from mlserver.settings import Settings",
        app="create_app(Settings(), Mock(), Mock())",
        operations=15,
    ),
    Published(
        name="nicegui",
        requirements=("nicegui",),
        imports="import nicegui",
        app="nicegui.app",
        operations=5,
    ),
    Published(
        name="openbb",
        requirements=("openbb",),
        imports="from openbb_core.api.rest_api import app",
        app="app",
        operations=1000,
        own_members=frozenset({"model", "examples", "widget_config", "no_validate"}),
    ),
    Published(
        name="phoenix",
        requirements=("arize-phoenix",),
        imports="import phoenix.server.api.routers.v1 as m; from fastapi import FastAPI; a = FastAPI(); a.include_router(m.create_v1_router(False))",
        app="a",
        operations=50,
    ),
    Published(
        name="prefect",
        requirements=("prefect", "fastapi<0.120"),
        imports="import prefect.server.api.server as m",
        app="m.create_api_app()",
        operations=150,
    ),
    Published(
        name="skypilot",
        requirements=("skypilot[server]",),
        imports="import sky.server.server as m",
        app="m.app",
        operations=120,
    ),
    Published(
        name="tiled",
        requirements=("tiled[server]",),
        imports="from tiled.server.app import build_app; from tiled.catalog import in_memory",
        app="build_app(in_memory(writable_storage=['.']))",
        operations=50,
    ),
    Published(
        name="tipg",
        requirements=("tipg",),
        imports="import tipg.main as m",
        app="m.app",
        operations=15,
    ),
    Published(
        name="titiler",
        requirements=("titiler.application",),
        imports="import titiler.application.main as m",
        app="m.app",
        operations=90,
    ),
    Published(
        name="xpublish",
        requirements=("xpublish",),
        imports="import xarray, xpublish",
        app="xpublish.Rest({'a': xarray.Dataset({'x': ('y', [1, 2])})}).app",
        operations=13,
    ),
    Published(
        name="zenml",
        requirements=("zenml[server]",),
        imports="import zenml.zen_server.zen_server_api as m",
        app="m.app",
        operations=250,
    ),
)
