/** Heights of the lines of the chart that can be taken hold of, from the top. The scale is made to reach to all of them. */

import type { Page } from 'playwright-core'

/** Waits until there are so many. */
export const movableLines = async (page: Page, count: number): Promise<readonly number[]> => {
  const chart = page.locator('.chart')
  const all = page.getByRole('button', { name: 'Show all lines' })
  if ((await all.getAttribute('aria-pressed')) === 'false') await all.click()
  await chart.scrollIntoViewIfNeeded()
  for (let tries = 0; tries < 200; tries += 1) {
    const found: readonly number[] = await page.evaluate(FIND_LINES)
    if (found.length === count) return found
    await page.waitForTimeout(100)
  }
  throw new Error(`the chart has not ${count} lines`)
}

/** The pointer changes over them. */
const FIND_LINES = `(() => {
  const { top, bottom } = document.querySelector('.chart').getBoundingClientRect()
  const place = document.querySelector('.chart > div')
  const heights = []
  for (let y = Math.ceil(top); y < bottom; y += 1) {
    dispatchEvent(new MouseEvent('mousemove', { clientY: y }))
    if (place.style.cursor === 'ns-resize') heights.push(y)
  }
  const isFirst = (y) => !heights.includes(y - 1)
  const lastFrom = (y) => heights.includes(y + 1) ? lastFrom(y + 1) : y
  return heights.filter(isFirst).map((y) => Math.round((y + lastFrom(y)) / 2))
})()`
