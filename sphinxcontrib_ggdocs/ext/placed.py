"""Mistakes in a document's fields, told to who writes ``conf.py``, who need not know how our
classes are called.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..catalog import SpecError
    from ..contracts import ContractError


def placed(error: "ContractError", place: str) -> str:
    """All that an error tells, the place of a field as in ``ggdocs_docs[0].http[1]``.

    Args:
        error: One mistake, or several; those of contracts tell where they are.
        place: Where the fields are written; empty in a directive.
    """
    return "\n".join(_placed(each, place) for each in error.exceptions)


def _placed(mistake: "ContractError | SpecError", place: str) -> str:
    from ..catalog import SpecError
    from ..contracts.contract_errors import Where

    return str(mistake.at(Where(path=place)) if isinstance(mistake, SpecError) else mistake)
