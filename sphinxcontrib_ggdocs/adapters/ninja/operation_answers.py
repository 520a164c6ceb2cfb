"""Reads the responses of Ninja's operations: successes and errors."""

from typing import Any

from ninja.constants import NOT_SET

from ...contracts.annotations import model_annotations
from ...contracts.errors import ErrorClass
from ...contracts.model import MISSING, Content, ErrorAnswer, Success
from ...foreign_contracts.declared_errors import DeclaredErrors
from .names_in_output import NamesInOutput


class AnswerReader:
    """Reads the responses of the operations of one API.

    Args:
        media_type: The media type of the API's renderer.
        errors: Creates the error classes of the API.
    """

    def __init__(self, media_type: str, errors: DeclaredErrors) -> None:
        self._media_type = media_type
        self._errors = errors
        self._names = NamesInOutput()

    def successes_and_errors(
        self, operation: Any
    ) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
        """Return the declared responses of an operation: those with a status below 400, and the
        others as error classes.

        Responses for the status ``...``, which stands for all others, are left out, as in Ninja's
        own document.
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
        """Return the representation of a response body; empty if the author declares no body.

        Args:
            operation: Ninja's operation.
            model: The model that Ninja creates for the response, whose field `response` has the
                declared type; None or `NOT_SET` without one.
        """
        if model is None or model is NOT_SET:
            return ()
        annotations = model_annotations(model)
        annotation = annotations.get("response", model.model_fields["response"].annotation)
        # Without this option, Ninja writes the fields of models under their Python names.
        if not operation.by_alias:
            annotation = self._names.type_of(annotation)
        # Older versions of Ninja have no streams.
        stream_format = getattr(operation, "stream_format", None)
        if stream_format is not None:
            media_type = stream_format.media_type
            return (Content(media_type=media_type, type=annotation, stream=True),)
        return (Content(media_type=self._media_type, type=annotation),)

    def _error(self, status: int, contents: tuple[Content, ...]) -> ErrorClass:
        """Return the error class for a status of 400 or above. The function in the option
        `error_name` gets the type of the body as the declaration, or `MISSING` if there is no body.
        """
        if not contents:
            return self._errors.error(status, None, None, declaration=MISSING)
        answer = ErrorAnswer(contents=contents)
        return self._errors.error(status, answer, None, declaration=contents[0].type)
