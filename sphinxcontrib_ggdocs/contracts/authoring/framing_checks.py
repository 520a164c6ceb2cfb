"""Checks whether the framing of a WebSocket contract can distinguish its messages."""

from collections.abc import Iterable
from typing import Any

from ..contract_errors import BadOption, Problems, Where
from ..framing import Direction, Framing, Interaction
from ..standard_framings import tags


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
