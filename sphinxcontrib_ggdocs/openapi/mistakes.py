"""What cannot be one OpenAPI document."""

from ..contracts.mistakes import StructureError


class PathConflict(StructureError):
    """Two methods on one verb and path."""

    code = "path-conflict"
