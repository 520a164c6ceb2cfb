"""Reads the responses of an operation."""

from typing import Any

from ninja.constants import NOT_SET

from ...contracts.annotations import model_annotations
from ...contracts.errors import ErrorClass
from ...contracts.model import MISSING, Content, ErrorAnswer, Success
from ...foreign_contracts.declared_errors import DeclaredErrors
from .names_in_output import NamesInOutput

_JSON = "application/json"


class AnswerReader:
    """Reads the responses of the operations of one API.

    Args:
        media_type: That of its renderer.
        errors: Its errors.
    """

    def __init__(self, media_type: str, errors: DeclaredErrors) -> None:
        self._media_type = media_type
        self._errors = errors
        self._names = NamesInOutput()

    def successes_and_errors(
        self, operation: Any
    ) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
        """What an operation answers with. Statuses that its author left open (``...``) are left
        out, as by Ninja.
        """
        successes: list[Success] = []
        errors: list[ErrorClass] = []
        for status, model in operation.response_models.items():
            if status is ...:
                continue
            contents = self._contents(operation, model)
            if int(status) < 400:
                successes.append(Success(status=int(status), contents=contents))
            else:
                errors.append(self._error(int(status), contents))
        return tuple(successes), tuple(dict.fromkeys(errors))

    def _contents(self, operation: Any, model: Any) -> tuple[Content, ...]:
        """One representation; none where the author declares no body, or declares nothing."""
        if model is None or model is NOT_SET:
            return ()
        annotations = model_annotations(model)
        annotation = annotations.get("response", model.model_fields["response"].annotation)
        if not operation.by_alias:
            annotation = self._names.type_of(annotation)
        stream = getattr(operation, "stream_format", None)
        if stream is not None:
            return (Content(media_type=stream.media_type, type=annotation, stream=True),)
        return (Content(media_type=self._media_type, type=annotation),)

    def _error(self, status: int, contents: tuple[Content, ...]) -> ErrorClass:
        if not contents:
            return self._errors.error(status, None, None, declaration=MISSING)
        answer = ErrorAnswer(contents=contents)
        return self._errors.error(status, answer, None, declaration=contents[0].type)
