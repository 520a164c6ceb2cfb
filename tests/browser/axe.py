"""What axe-core finds wrong with a page for those who see, hear or move otherwise."""

from collections.abc import Sequence

from playwright.sync_api import Page

from .conftest import ROOT

SCRIPT = ROOT / "ui/node_modules/axe-core/axe.min.js"
RUN = """async ([context, rules]) => {
  const only = rules.length ? {runOnly: {type: 'rule', values: rules}} : {}
  const {violations} = await axe.run(context, {resultTypes: ['violations'], ...only})
  return violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.target.flat().join(' ')).slice(0, 3)}`)
}"""


def violations(page: Page, context: str = "html", rules: Sequence[str] = ()) -> list[str]:
    """What axe has to say of a part of a page, by all its rules or by some."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.add_script_tag(path=SCRIPT)
    found: list[str] = page.evaluate(RUN, [context, list(rules)])
    return found
