"""A writer of lines without Sphinx, and a notation in which tests read what it has written.

`[text](anchor)` is a link to an object and ``[`text`](anchor)`` one that is a type; `<url text>` a
link to an address, `*LABEL*` a label, `{text}` a slot with what has been parsed in it, or a link to
another page. Translated words are in capitals.
"""

from collections.abc import Iterable

from sphinxcontrib_ggdocs.native.lines.blocks import (
    AnchorLink,
    Block,
    Code,
    ExampleText,
    Item,
    Label,
    Line,
    ObjectLink,
    Parts,
    Piece,
    SlotRef,
    UrlLink,
)
from sphinxcontrib_ggdocs.native.lines.line_writer import LineWriter, ParsedText
from sphinxcontrib_ggdocs.native.view import ObjectType


def _capitals(words: str) -> str:
    return words.upper().replace("%S", "%s")


class PlainWriter(LineWriter):
    """Texts with a star or of several paragraphs are markup, those that begin with a star are
    lists; types are on the page, errors are elsewhere.
    """

    def __init__(self) -> None:
        super().__init__("shop", frozenset({"shop.OrderId"}), _capitals, {})
        self.slots: list[str] = []

    def is_words(self, text: str) -> bool:
        return "*" not in text and "\n" not in text

    def parsed(self, text: str | None) -> ParsedText | None:
        if not text:
            return None
        first, _blank, rest = text.partition("\n\n")
        paragraph = None if first.startswith("*") else first
        return ParsedText(self._slot(text).number, paragraph, bool(rest))

    def sentence(self, description: str) -> Piece:
        return self._slot(description)

    def link_to(
        self, objtype: ObjectType, name: str, text: str, *, is_type: bool = False
    ) -> AnchorLink | ObjectLink:
        if objtype == "error":
            return ObjectLink(objtype, name, text, is_type)
        return AnchorLink(f"{objtype}-{name}", text, is_type)

    def link_to_change(self, target: str, text: str) -> str:
        return f"<{target} {text}>"

    def deprecation(self, message: str | None) -> SlotRef:
        return self._slot(message or "deprecated")

    def _slot(self, text: str) -> SlotRef:
        self.slots.append(text)
        return SlotRef(len(self.slots) - 1)

    def notation(self, parts: Parts) -> dict[str, str]:
        """The parts that are not empty."""
        return {name: self.blocks(blocks) for name, blocks in parts.items() if blocks}

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Blocks, a line for each."""
        return "\n".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Line(content, css):
                return f"{self.pieces(content)} .{css}" if css else self.pieces(content)
            case ExampleText(text):
                return text
            case SlotRef():
                return self.pieces((block,))
            case _:
                return "\n".join(map(self._item, block.items))

    def _item(self, item: Item) -> str:
        name = f"{item.name}: " if item.name else ""
        line = f"- {name}{self.pieces(item.type)}{item.notes}{self.pieces(item.text)}"
        return "\n".join([line, *map(self._block, item.blocks)])

    def pieces(self, pieces: Iterable[Piece]) -> str:
        """Pieces of a line."""
        return "".join(map(self._piece, pieces))

    def _piece(self, piece: Piece) -> str:
        match piece:
            case str():
                return piece
            case SlotRef(number, "all"):
                return f"{{{self.slots[number]}}}"
            case SlotRef(number, part):
                return f"{{{part} of {self.slots[number]}}}"
            case AnchorLink(anchor, text, is_type):
                return f"[`{text}`]({anchor})" if is_type else f"[{text}]({anchor})"
            case ObjectLink(_, _, text):
                return f"{{{text}}}"
            case UrlLink(url, text):
                return f"<{url} {text}>"
            case Code(content):
                return f"`{self.pieces(content)}`"
            case Label(text):
                return f"*{text}*"
