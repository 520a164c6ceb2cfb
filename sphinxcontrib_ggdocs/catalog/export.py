"""What a file of another format cannot say."""


class ExportWarning(UserWarning):
    """Something was left out of an exported file, or written with less than the contract says; it names what."""
