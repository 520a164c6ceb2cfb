"""A walk to every id that the text of a built page has."""

from playwright.sync_api import Page, expect

from ..waiting import HANG_MS

WALK = """async (patience) => {
  const frame = () => new Promise(requestAnimationFrame)
  const whole = (each) => each.parentElement.closest('gg-docs') ?? each
  const inSight = (each) => {
    const {top, bottom, height} = each.getBoundingClientRect()
    return height > 0 && top > -1 && Math.min(top + 20, bottom) <= innerHeight
  }
  const namesOf = (each) => {
    const named = each.closest('dt') ?? (each.localName === 'section' ? each : each.nextElementSibling)
    const title = named?.querySelector('.sig-name, h1, h2, h3, h4, h5, .rubric')?.cloneNode(true)
    title?.querySelectorAll('.headerlink').forEach((link) => link.remove())
    return [title?.textContent.trim(), each.id.replace(/~\\d+$/, '').split('.').at(-1)]
  }
  const opens = (each) => {
    const host = whole(each.closest('gg-docs'))
    if (each.id.startsWith('gg-workflow-')) {
      const [, name] = each.id.split('.')
      const at = name ? `workflow-${name.replace(/~\\d+$/, '')}` : 'workflows'
      const listed = host.shadowRoot.querySelector(`[data-at="${at}"]`)
      return listed && inSight(listed)
    }
    const title = host.shadowRoot.querySelector("[data-level='1']")
    const name = host.shadowRoot.querySelector('.own-name code') ?? title // of a method with a summary
    return title && inSight(title) && namesOf(each).includes(name.textContent)
  }
  const isShown = (each) => {
    const host = whole(each.closest('gg-docs'))
    return inSight(each) && !host.shadowRoot.querySelector('.gg')?.getClientRects().length
  }
  const all = [...document.querySelectorAll('gg-docs [id]')].filter((each) => document.getElementById(each.id) === each)
  // what follows the other has another title
  all.sort((a, b) => a.localName.localeCompare(b.localName))
  const astray = []
  for (const each of all) {
    const isNamed = each.matches('section, dt.sig, dt.sig > span, span[id^=document-]')
    location.hash = each.id
    const end = performance.now() + patience
    const arrives = isNamed ? opens : isShown
    while (!arrives(each) && performance.now() < end) await frame()
    if (!arrives(each)) {
      const host = whole(each.closest('gg-docs'))
      const title = host.shadowRoot.querySelector("[data-level='1']")
      astray.push(`${each.id}: ${title?.textContent} at ${title?.getBoundingClientRect().top}`)
      break
    }
    for (const {shadowRoot} of document.querySelectorAll('gg-docs')) {
      shadowRoot?.querySelector('.plain-switch:not([hidden])')?.click()
    }
  }
  return {walked: all.length, astray}
}"""


def walk(page: Page) -> int:
    """Follow each id of the text, and see that it leads to what it names; how many there are."""
    expect(page.locator("gg-docs [data-level='1']").first).to_be_visible()
    found = page.evaluate(WALK, HANG_MS)
    assert found["astray"] == [], found["astray"]
    walked: int = found["walked"]
    return walked
