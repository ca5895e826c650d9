/** Goes through a page by the Tab key, and answers what a person without a mouse would stumble over. */

import type { Page } from 'playwright-core'

/** More stops than any page has. */
const MOST = 400

/** The walk begins at the start of `part`, and goes to the end of the page. */
export const tabWalk = async (page: Page, part: 'body' | 'main'): Promise<readonly string[]> => {
  await page.evaluate(`(${BEGIN})('${part}')`)
  const found: string[] = []
  for (let stops = 0; stops < MOST; stops += 1) {
    await page.keyboard.press('Tab')
    const { faults, isEnd } = await page.evaluate<{ faults: readonly string[]; isEnd: boolean }>(STEP)
    found.push(...faults)
    if (isEnd) return found
  }
  return [...found, `after ${MOST} stops there is no end`]
}

const BEGIN = `(part) => {
  const start = document.querySelector(part)
  scrollTo(0, 0)
  if (part === 'body') start.tabIndex = -1
  start.focus()
  if (part === 'body') start.removeAttribute('tabindex')
  const canTab = (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && one.closest('[inert]') === null
  window.walk = {
    canTab,
    known: [...start.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(canTab),
    seen: new Set(),
    // After its end the browser begins again.
    first: part === 'body' ? null : [...document.querySelectorAll('a[href], button')].find(canTab),
    last: null,
  }
}`

/** A stop looks different from before and after it. Its middle is on the screen, and nothing is over it. */
const STEP = `(() => {
  const { canTab, known, seen, first, last } = window.walk
  const at = document.activeElement
  const isEnd = at === null || at === document.body || at === first || seen.has(at)
  const name = (one) => one.outerHTML.slice(0, 160)
  const lookOf = (one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, borderColor, clipPath } = getComputedStyle(one)
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, backgroundColor, borderColor, clipPath].join(' ')
  }
  const faults = []
  if (last !== null && last.at.isConnected && lookOf(last.at) === last.look) faults.push('looks the same without the focus: ' + name(last.at))
  if (isEnd) {
    for (const one of known)
      if (!seen.has(one) && one.isConnected && canTab(one)) faults.push('is not reached: ' + name(one))
    if (faults.length > 0 && last !== null)
      faults.push((last.at.isConnected ? 'the last stop is: ' : 'the last stop was removed: ') + name(last.at))
    return { faults, isEnd }
  }
  seen.add(at)
  if (last !== null && last.at.isConnected && !(last.at.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING))
    faults.push('comes out of order: ' + name(at))
  const { left, top, width, height } = at.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + Math.min(height, innerHeight) / 2]
  const over = document.elementFromPoint(x, y)
  if (over === null) faults.push('is off the screen: ' + name(at))
  else if (!at.contains(over) && over.control !== at && !over.contains(at)) faults.push('is covered by ' + name(over) + ': ' + name(at))
  window.walk.last = { at, look: lookOf(at) }
  return { faults, isEnd }
})()`
