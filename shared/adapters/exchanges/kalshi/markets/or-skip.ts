/** One record of a list that makes no sense is left out, and the rest goes on. */

import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { OnSkip } from './catalogue.ts'

/** What `translate` makes of the record of that market; empty where it cannot. */
export const orSkip = <Value>(ticker: string, onSkip: OnSkip, translate: () => Value): readonly Value[] => {
  try {
    return [translate()]
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    onSkip(ticker, error.message)
    return []
  }
}
