"""A service for tests: files with forms, uploads, downloads and cookies; its errors are problems
(RFC 9457).
"""

import hashlib
from typing import Annotated, Any, Literal, NewType, Protocol

from fastapi import FastAPI, Request
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    FORBIDDEN,
    ApiKey,
    FieldProblem,
    Requirement,
    contract_of,
    http,
)
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.runtime import Call, implement, reply

KEY = "open"
FileId = NewType("FileId", str)

FILE_NOT_FOUND = ERROR.define("FILE_NOT_FOUND", 404, description="There is no such file.")
TOO_LARGE = ERROR.define("TOO_LARGE", 413, description="The file has more than 2 kB.")
INVALID = ERROR.define(
    "VALIDATION_ERROR", 400, list[FieldProblem], description="The request is wrong."
)
BROKEN = ERROR.define("SERVER_ERROR", 503, description="Come back later.")
Keyed = Requirement("Keyed", headers={"X-Key": ApiKey}, errors=[FORBIDDEN])
Own = Requirement("Own", errors=[INVALID, BROKEN])


class File(BaseModel):
    """What is known of a file."""

    id: FileId
    name: str
    size: int = Field(ge=0)
    digest: str
    shelf: Literal["public", "private"]


class Search(BaseModel):
    """What to look for."""

    name: str | None = None
    largest: int = Field(default=10_000, ge=0)


class Settings(BaseModel):
    """How somebody sees the archive."""

    theme: Literal["light", "dark"] = "light"
    columns: int = Field(default=3, ge=1, le=9)


@http.api("/files", requires=[Own, Keyed], error_format="problem")
class FileApi(Protocol):
    """Files."""

    @http.post(errors=[TOO_LARGE], status=201)
    def upload(
        self,
        content: Annotated[bytes, http.File(max_size=2000)],
        name: Annotated[str, http.Form(), Field(max_length=80)],
        shelf: Annotated[Literal["public", "private"], http.Form()] = "public",
    ) -> File:
        """Put a file into the archive."""
        ...

    @http.get()
    def search(self, search: Search) -> list[File]:
        """Search files."""
        ...

    @http.get("/{file}", errors=[FILE_NOT_FOUND])
    def info(self, file: FileId) -> File:
        """Look at a file."""
        ...

    @http.get("/{file}/content", errors=[FILE_NOT_FOUND], media_type="application/octet-stream")
    def download(self, file: FileId) -> bytes:
        """Fetch a file."""
        ...

    @http.put("/{file}/content", errors=[FILE_NOT_FOUND, TOO_LARGE])
    def replace(
        self,
        file: FileId,
        content: Annotated[bytes, http.Body(media_type="application/octet-stream")],
    ) -> File:
        """Replace what a file holds."""
        ...

    @http.delete("/{file}", errors=[FILE_NOT_FOUND])
    def remove(self, file: FileId) -> None:
        """Remove a file."""
        ...


@http.api("/settings", requires=[Own, Keyed], error_format="problem")
class SettingsApi(Protocol):
    """Settings, in cookies."""

    @http.get()
    def settings(
        self,
        theme: Annotated[Literal["light", "dark"], http.Cookie()] = "light",
        columns: Annotated[int, http.Cookie(), Field(ge=1, le=9)] = 3,
    ) -> Settings:
        """Read one's settings."""
        ...

    @http.post("/choose", status=204, response_headers={"Set-Cookie": str})
    def choose(self, settings: Annotated[Settings, http.Form()]) -> None:
        """Choose them in a form."""
        ...


class Files:
    """Keeps files in memory."""

    def __init__(self) -> None:
        self.files: dict[FileId, tuple[File, bytes]] = {}

    def _keep(self, id: FileId, name: str, shelf: Any, content: bytes) -> File:
        digest = hashlib.sha256(content).hexdigest()
        file = File(id=id, name=name, size=len(content), digest=digest, shelf=shelf)
        self.files[id] = (file, content)
        return file

    def _found(self, file: FileId) -> tuple[File, bytes]:
        if file not in self.files:
            raise FILE_NOT_FOUND
        return self.files[file]

    def upload(
        self, content: bytes, name: str, shelf: Literal["public", "private"] = "public"
    ) -> File:
        return self._keep(FileId(f"f{len(self.files) + 1}"), name, shelf, content)

    def search(self, search: Search) -> list[File]:
        files = [file for file, _ in self.files.values()]
        return [
            file
            for file in files
            if file.size <= search.largest and search.name in (None, file.name)
        ]

    def info(self, file: FileId) -> File:
        return self._found(file)[0]

    def download(self, file: FileId, request: Request) -> bytes:
        return self._found(file)[1]

    def replace(self, file: FileId, content: bytes) -> File:
        old, _ = self._found(file)
        if len(content) > 2000:
            raise TOO_LARGE
        return self._keep(file, old.name, old.shelf, content)

    def remove(self, file: FileId) -> None:
        self._found(file)
        del self.files[file]


class SettingsHandler:
    """Answers with what was sent."""

    def settings(self, theme: Literal["light", "dark"] = "light", columns: int = 3) -> Settings:
        return Settings(theme=theme, columns=columns)

    def choose(self, settings: Settings) -> None:
        reply().headers["Set-Cookie"] = f"theme={settings.theme}; Path=/settings; HttpOnly"


def keyed(call: Call) -> None:
    """Whoever has the key."""
    if call.connection.headers.get("x-key") != KEY:
        raise FORBIDDEN


def create_app() -> FastAPI:
    """The service."""
    app = FastAPI(openapi_url=None)
    app.include_router(implement(FileApi, Files(), guards={Keyed: keyed}))
    app.include_router(implement(SettingsApi, SettingsHandler(), guards={Keyed: keyed}))
    return app


def openapi() -> dict[str, Any]:
    """What is documented."""
    return to_openapi([contract_of(FileApi), contract_of(SettingsApi)], title="Archive")
