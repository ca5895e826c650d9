/** Leaves out one unreadable record of a list, and reads the rest. */

import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

/** Receives every unreadable record, by the name of its market. */
export type OnSkip = (record: string, reason: string) => void

/** Returns the value that `translate` makes of the named record; empty if it cannot read the record. */
export const orSkip = <Value>(record: string, onSkip: OnSkip, translate: () => Value): readonly Value[] => {
  try {
    return [translate()]
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    onSkip(record, error.message)
    return []
  }
}
