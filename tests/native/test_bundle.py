"""The files of the UI that a site serves."""

from dataclasses import replace

from sphinxcontrib_ggdocs.native.bundle import Bundle, text_style_path

BUNDLE = Bundle(
    script="index-1.js",
    style="index-2.css",
    chunks=("code-3.js",),
    licences="licences.txt",
    read=str.encode,
)


def test_a_bundle_without_licences() -> None:
    assert "assets/licences.txt" not in replace(BUNDLE, licences=None).resources()


def test_files_with_a_hash_in_their_name_are_cacheable_for_ever() -> None:
    resources = BUNDLE.resources()
    assert {path: (file.media_type, file.immutable) for path, file in resources.items()} == {
        "assets/index-2.css": ("text/css; charset=utf-8", True),
        text_style_path(): ("text/css; charset=utf-8", True),
        "assets/code-3.js": ("text/javascript; charset=utf-8", True),
        "assets/index-1.js": ("text/javascript; charset=utf-8", True),
        "assets/licences.txt": ("text/plain; charset=utf-8", False),
    }
    for path, file in resources.items():
        if path != text_style_path():
            assert file.content.decode() == path.removeprefix("assets/")
