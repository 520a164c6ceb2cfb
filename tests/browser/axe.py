"""What axe-core finds wrong with a page for those who see, hear or move otherwise."""

from collections.abc import Sequence

from playwright.sync_api import Page

from .conftest import ROOT

SCRIPT = ROOT / "ui/node_modules/axe-core/axe.min.js"
RUN = """async ([context, only, without]) => {
  const runOnly = only.length ? {runOnly: {type: 'rule', values: only}} : {}
  const rules = Object.fromEntries(without.map((rule) => [rule, {enabled: false}]))
  const {violations} = await axe.run(context, {resultTypes: ['violations'], rules, ...runOnly})
  return violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.target.flat().join(' ')).slice(0, 3)}`)
}"""


def violations(
    page: Page, context: str = "html", only: Sequence[str] = (), without: Sequence[str] = ()
) -> list[str]:
    """What axe has to say of a part of a page, by all its rules or by some."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.add_script_tag(path=SCRIPT)
    found: list[str] = page.evaluate(RUN, [context, list(only), list(without)])
    return found
