"""A service for tests: notes of users, with FastAPI's dependencies, conditional requests, and
pages.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import Annotated, Any, NewType, Protocol

from fastapi import BackgroundTasks, Depends, FastAPI, Request, Response
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    UNAUTHORIZED,
    BearerToken,
    Requirement,
    authenticated,
    contract_of,
    http,
)
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.runtime import Call, implement

TOKEN = "sesame"
NoteId = NewType("NoteId", int)
Tag = Annotated[str, Field(min_length=1, max_length=12, pattern="^[a-z]+$")]

NOTE_NOT_FOUND = ERROR.define("NOTE_NOT_FOUND", 404, description="There is no such note.")
CHANGED = ERROR.define("CHANGED", 409, description="Somebody was faster.")
SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])
Trace = Annotated[int | None, Field(ge=0, description="A number of yours.")]
Traced = Requirement("Traced", headers={"X-Trace": Trace})


class NoteDraft(BaseModel):
    """A note as somebody writes it."""

    title: str = Field(min_length=1, max_length=40)
    text: str = ""
    stars: int = Field(default=0, ge=0, le=5)
    weight: float | None = None
    tags: list[Tag] = Field(default=[], max_length=4)
    due: datetime | None = None


class Note(NoteDraft):
    """A note."""

    id: NoteId
    version: int


class Notes(BaseModel):
    """Some of them."""

    notes: list[Note]
    more: bool


@http.api("/notes", requires=[Traced, SignedIn], permission=authenticated)
class NoteApi(Protocol):
    """Notes."""

    @http.get()
    def find(self, tag: Tag | None = None, limit: Annotated[int, Field(ge=1, le=50)] = 10) -> Notes:
        """Find notes, newest first."""
        ...

    @http.post(status=201, response_headers={"Location": str})
    def write(self, note: NoteDraft) -> Note:
        """Write a note."""
        ...

    @http.get("/{note_id}", errors=[NOTE_NOT_FOUND], response_headers={"ETag": str})
    def read(self, note_id: NoteId) -> Note:
        """Read a note."""
        ...

    @http.put("/{note_id}", errors=[NOTE_NOT_FOUND, CHANGED])
    def change(self, note_id: NoteId, note: NoteDraft, version: int | None = None) -> Note:
        """Replace a note."""
        ...

    @http.delete("/{note_id}", errors=[NOTE_NOT_FOUND])
    def remove(self, note_id: NoteId) -> None:
        """Remove a note."""
        ...

    @http.get("/{note_id}/words/{word}", errors=[NOTE_NOT_FOUND])
    def occurrences(self, note_id: NoteId, word: str) -> int:
        """Count a word."""
        ...


@http.api("/health")
class HealthApi(Protocol):
    """Whether it runs."""

    @http.get()
    def health(self) -> bool:
        """Ask whether the service runs."""
        ...


class Shelf:
    """All notes."""

    def __init__(self) -> None:
        self.notes: dict[NoteId, Note] = {}
        self.numbers = count(1)
        self.log: list[str] = []


def shelf_of(request: Request) -> Iterator[Shelf]:
    """The notes of the application, unchanged when a call fails."""
    shelf: Shelf = request.app.state.shelf
    before = dict(shelf.notes)
    try:
        yield shelf
    except Exception:
        shelf.notes = before
        raise


OnShelf = Annotated[Shelf, Depends(shelf_of)]


def found(note_id: int, shelf: OnShelf) -> Note:
    """The note of a path; FastAPI reads the same parameter for it."""
    if note_id not in shelf.notes:
        raise NOTE_NOT_FOUND
    return shelf.notes[NoteId(note_id)]


Found = Annotated[Note, Depends(found)]


class NoteHandler:
    """Keeps notes on a shelf."""

    def find(self, shelf: OnShelf, tag: str | None = None, limit: int = 10) -> Notes:
        notes = [note for note in reversed(shelf.notes.values()) if tag is None or tag in note.tags]
        return Notes(notes=notes[:limit], more=len(notes) > limit)

    async def write(
        self, note: NoteDraft, shelf: OnShelf, response: Response, tasks: BackgroundTasks
    ) -> Note:
        written = Note(**note.model_dump(), id=NoteId(next(shelf.numbers)), version=1)
        shelf.notes[written.id] = written
        response.headers["Location"] = f"/notes/{written.id}"
        tasks.add_task(shelf.log.append, f"{datetime.now(UTC)} {written.id}")
        return written

    def read(self, note_id: NoteId, note: Found, response: Response) -> Note:
        response.headers["ETag"] = f'"{note.version}"'
        return note

    def change(
        self,
        note_id: NoteId,
        note: NoteDraft,
        old: Found,
        shelf: OnShelf,
        version: int | None = None,
    ) -> Note:
        if version not in (None, old.version):
            raise CHANGED
        shelf.notes[note_id] = Note(**note.model_dump(), id=note_id, version=old.version + 1)
        return shelf.notes[note_id]

    def remove(self, note_id: NoteId, note: Found, shelf: OnShelf) -> None:
        del shelf.notes[note_id]

    def occurrences(self, note_id: NoteId, word: str, note: Found) -> int:
        return note.text.split().count(word)


class Healthy:
    """Always."""

    def health(self) -> bool:
        return True


def signed_in(call: Call) -> None:
    """Whoever knows the word."""
    if call.connection.headers.get("authorization") != f"Bearer {TOKEN}":
        raise UNAUTHORIZED


def create_app() -> FastAPI:
    """The service."""
    app = FastAPI()
    app.state.shelf = Shelf()
    app.include_router(implement(NoteApi, NoteHandler(), guards={SignedIn: signed_in}))
    app.include_router(implement(HealthApi, Healthy()))
    app.openapi = lambda: openapi()  # type: ignore[method-assign]
    return app


def openapi() -> dict[str, Any]:
    """What is documented."""
    return to_openapi([contract_of(NoteApi), contract_of(HealthApi)], title="Notes")
