"""Checks of the framing of a WebSocket contract: its templates, and whether its payloads differ."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..contract_errors import BadOption, Problems, Where
from ..framing import (
    Direction,
    FrameKind,
    Framing,
    Interaction,
    Placeholder,
    location,
)
from ..standard_framings import tags

_NEEDED: Final[tuple[FrameKind, ...]] = ("request", "event", "answer", "error", "refusal")


def check_framing(framing: object, where: Where, problems: Problems) -> None:
    """Refuse what is no framing, and templates that cannot work."""
    if not isinstance(framing, Framing):
        hint = (
            "give an object of a subclass of Framing: DEFAULT, JSON_RPC, "
            "Bare(discriminator='kind'), or one of your own"
        )
        problems.add(BadOption(f"framing={framing!r} is not a framing", where=where, hint=hint))
        return
    for problem, hint in _framing_problems(framing):
        message = f"framing {type(framing).__name__}: {problem}"
        problems.add(BadOption(message, where=where, hint=hint))


def _framing_problems(framing: Framing) -> Iterator[tuple[str, str]]:
    missing = [kind for kind in _NEEDED if not hasattr(framing, kind)]
    if missing or not hasattr(framing, "name"):
        names = " and no ".join(missing or ["name"])
        yield f"it has no {names}", "set it in the class: see Framing"
        return
    yield from _placeholder_problems(framing)


def _placeholder_problems(framing: Framing) -> Iterator[tuple[str, str]]:
    """Ids and methods that some templates have and others lack."""
    if kinds := _lacking(framing, Placeholder.ID, ("request", "answer", "error")):
        yield (
            f"the templates of {kinds} have no Placeholder.ID, others have",
            "put it into request, answer and error, or none",
        )
    if kinds := _lacking(framing, Placeholder.METHOD, ("request", "event")):
        yield (
            f"the template of {kinds} has no Placeholder.METHOD",
            "put it into request and event, or into neither",
        )
    if framing.discriminator is not None and framing.names_methods:
        yield "it has both a discriminator and Placeholder.METHOD", "keep one of them"


def _lacking(framing: Framing, placeholder: Placeholder, kinds: tuple[FrameKind, ...]) -> str:
    """The kinds whose template has no such placeholder; none if no template has it."""
    lacking = [kind for kind in kinds if location(framing.template(kind), placeholder) is None]
    return " and ".join(lacking) if len(lacking) < len(kinds) else ""


def check_payloads(
    framing: Framing, interactions: Iterable[tuple[Interaction, Where]], problems: Problems
) -> None:
    """Refuse interactions whose messages are alike in a framing that does not name methods."""
    if framing.names_methods:
        return
    taken: dict[tuple[Direction, Any], str] = {}
    for interaction, where in interactions:
        if interaction.message is None:
            message = f"it has no message, which the framing {framing.name} cannot send"
            hint = "give it an argument, or use a framing that names the method"
            problems.add(BadOption(message, where=where, hint=hint))
        elif framing.discriminator is not None:
            _check_tags(interaction, framing.discriminator, where, taken, problems)


def _check_tags(
    interaction: Interaction,
    discriminator: str,
    where: Where,
    taken: dict[tuple[Direction, Any], str],
    problems: Problems,
) -> None:
    values = tags(interaction, discriminator)
    if not values:
        message = f"its message does not declare the discriminator {discriminator!r}"
        hint = f"give its type the field `{discriminator}: Literal['{interaction.name}']`"
        problems.add(BadOption(message, where=where, hint=hint))
    for value in values:
        other = taken.setdefault((interaction.direction, value), interaction.name)
        if other != interaction.name:
            message = f"{discriminator} = {value!r} is the message {other} already"
            hint = "give each message values of its own"
            problems.add(BadOption(message, where=where, hint=hint))
