"""What axe-core finds wrong with a page for those who see, hear or move otherwise."""

from collections.abc import Sequence

from playwright.sync_api import Page

from .conftest import ROOT
from .pages import SETTLED

SCRIPT = ROOT / "ui/node_modules/axe-core/axe.min.js"
RUN = """async ([context, only, without]) => {
  const runOnly = only.length ? {runOnly: {type: 'rule', values: only}} : {}
  const off = Object.fromEntries(without.map((rule) => [rule, {enabled: false}]))
  const rules = {'target-size': {enabled: true}, ...off}
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


def violations_in_both(
    page: Page, context: str = "html", without: Sequence[str] = ()
) -> dict[str, list[str]]:
    """The same in light, and for colours in dark, where all else is the same; empty if there are none."""
    found = {"light": violations(page, context, without=without)}
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.evaluate(SETTLED)
    if "color-contrast" not in without:
        found["dark"] = violations(page, context, only=["color-contrast"])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return {scheme: told for scheme, told in found.items() if told}
