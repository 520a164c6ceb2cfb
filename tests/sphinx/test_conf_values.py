"""The values of ``conf.py``, and what is wrong with them, without Sphinx."""

from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.ext.conf_values import CONF_VALUES, ConfValues, WrongConf

SHOP = {"slug": "shop", "title": "Shop", "http": ["shop:OrderApi"]}
WRONG: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "an object deep inside": (
        {"ggdocs_docs": [{**SHOP, "servers": [{"url": object()}]}]},
        {"ggdocs_docs[0].servers[0].url": "an object of the type object is not allowed here"},
    ),
    "a class": (
        {"ggdocs_docs": [{**SHOP, "http": [Path]}]},
        {"ggdocs_docs[0].http[0]": f"name it, '{Path.__module__}:Path'"},
    ),
    "an application": (
        {"ggdocs_docs": [{"slug": "shop", "app": object()}]},
        {"ggdocs_docs[0].app": "an application, 'package.module:attribute'"},
    ),
    "slugs that one folder would have": (
        {"ggdocs_docs": [SHOP, {**SHOP, "slug": "Shop"}]},
        {"ggdocs_docs[1]": "'Shop'"},
    ),
    "keys that are no texts": (
        {
            "ggdocs_docs": [{**SHOP, 3: 4}, {**SHOP, "servers": [{"url": "https://a", None: 1}]}],
            "ggdocs_branding": {"primary_color": "#fff", 1: 2},
            "ggdocs_to_openapi": {"shop": True, 2: False},
            "ggdocs_to_asyncapi": {"shop": {"path": "a.json", 2: False}},
        },
        {
            "ggdocs_docs[0]": "the key 3 is not a string; write it in quotes",
            "ggdocs_docs[1].servers[0]": "the key None is not a string",
            "ggdocs_branding": "the key 1 is not a string",
            "ggdocs_to_openapi": "the key 2 is not a string",
            "ggdocs_to_asyncapi['shop']": "the key 2 is not a string",
        },
    ),
    "no list": ({"ggdocs_docs": 3}, {"ggdocs_docs": "3 "}),
    "an entry of the wrong kind": ({"ggdocs_docs": ["shop"]}, {"ggdocs_docs[0]": "'shop'"}),
    "a set": (
        {"ggdocs_docs": [{**SHOP, "http": {"shop:OrderApi"}}]},
        {"ggdocs_docs[0].http": "a set"},
    ),
    "a path": (
        {"ggdocs_branding": {"logo_url": Path("logo.svg")}},
        {"ggdocs_branding.logo_url": "an object of the type PosixPath"},
    ),
    "an unknown split": (
        {"ggdocs_docs": [{**SHOP, "split": "contracts"}]},
        {"ggdocs_docs[0].split": "did you mean 'contract'?"},
    ),
    "one slug twice": ({"ggdocs_docs": [SHOP, SHOP]}, {"ggdocs_docs[1]": "'shop'"}),
    "options of the wrong kind": (
        {"ggdocs_to_asyncapi": {"shop": 3}},
        {"ggdocs_to_asyncapi['shop']": "a mapping of options"},
    ),
    "a folder outside": (
        {"ggdocs_pages_dir": "../pages"},
        {"ggdocs_pages_dir": "'../pages' is not a folder inside"},
    ),
    "one setting of two": (
        {"ggdocs_to_openapi": {"shop": 3, "other": False}},
        {
            "ggdocs_to_openapi['shop']": "3 is not accepted; use True, False, or a mapping of options"
        },
    ),
    "a part that there is not": (
        {"ggdocs_without": ["opneapi"]},
        {"ggdocs_without": "'opneapi' is not accepted; use 'scripts' or 'openapi' or 'asyncapi'"},
    ),
    "a format of all documents": (
        {"ggdocs_to_openapi": False},
        {
            "ggdocs_to_openapi": "use a mapping of slugs; ggdocs_without lists parts to leave out of every document"
        },
    ),
    "an audience that is no list": ({"ggdocs_audience": 3}, {"ggdocs_audience": "3 is not a list"}),
    "documents beside others": (
        {"ggdocs_docs": ["shop", SHOP, SHOP]},
        {
            "ggdocs_docs[0]": "'shop' is not a mapping",
            "ggdocs_docs[2]": "the slug 'shop' is taken by an earlier document",
        },
    ),
    "several": (
        {"ggdocs_markup": "rest", "ggdocs_mock_imports": [3]},
        {
            "ggdocs_markup": "'rest' is not accepted; use 'markdown' or 'rst'; did you mean",
            "ggdocs_mock_imports": "[3] is not a list of module names",
        },
    ),
}


def read(values: dict[str, Any]) -> ConfValues:
    """The configuration of values, others as they are by default."""
    return ConfValues.read({value.name: value.default for value in CONF_VALUES} | values)


@pytest.mark.parametrize(("values", "messages"), WRONG.values(), ids=WRONG)
def test_what_is_wrong(values: dict[str, Any], messages: dict[str, str]) -> None:
    with pytest.raises(WrongConf) as raised:
        read(values)
    problems = raised.value.problems
    assert [problem.place for problem in problems] == list(messages)
    for problem in problems:
        assert str(problem).startswith(f"{problem.place}: ")
        assert messages[problem.place] in str(problem)


def test_what_is_right() -> None:
    conf = read(
        {
            "ggdocs_docs": [{**SHOP, "split": "group"}],
            "ggdocs_out_dir": "/api/",
            "ggdocs_mock_imports": "torch, numpy",
            "ggdocs_without": ["llms"],
            "ggdocs_to_openapi": {"shop": True, "other": False},
        }
    )
    assert dict(conf.documents) == {"shop": SHOP}
    assert (conf.places, conf.splits) == ({"shop": "ggdocs_docs[0]"}, {"shop": "group"})
    assert (conf.out_dir, conf.markup) == ("api", "markdown")
    assert (conf.mock_imports, conf.without) == (("torch", "numpy"), ("llms",))
    assert conf.exports == {"ggdocs_to_openapi": {"shop": True, "other": False}}


def test_one_document() -> None:
    conf = read({"ggdocs_docs": {"title": "Shop", "http": ["shop:OrderApi"]}})
    assert list(conf.documents) == ["api"]
    assert conf.alone
