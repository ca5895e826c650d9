/** While the pointer or the focus is on the link of a market, what its page begins with is already asked for. */

import { loadChart, readAhead } from '../../pages/market/read-market.ts'
import { loadPalette } from '../overlay.tsx'
import { loadLaterPages } from './later-page.tsx'

const MARKET = /^#\/markets\/(\d+)(?:$|\?)/

/** Listens for as long as the page is open. */
export const readAheadOfLinks = (): void => {
  for (const event of ['pointerover', 'pointerdown', 'focusin']) addEventListener(event, look, { passive: true })
  // The part that draws is there before anybody asks for a chart, and so are the pages that are opened seldom.
  setTimeout(() => {
    loadChart().catch(() => undefined)
    void loadLaterPages()
    loadPalette().catch(() => undefined)
  }, IDLE_MS)
}

const IDLE_MS = 1_500

const look = ({ target }: Event): void => {
  const link = target instanceof Element ? target.closest('a') : null
  const [, svcId] = MARKET.exec(link?.getAttribute('href') ?? '') ?? []
  if (svcId !== undefined) readAhead(Number(svcId))
}
