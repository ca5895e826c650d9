/** One record of a list that makes no sense is left out, and the rest goes on. */

import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'

/** Told of every record that cannot be read, by the name of its market. */
export type OnSkip = (record: string, reason: string) => void

/** What `translate` makes of the record of that name; empty where it cannot. */
export const orSkip = <Value>(record: string, onSkip: OnSkip, translate: () => Value): readonly Value[] => {
  try {
    return [translate()]
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    onSkip(record, error.message)
    return []
  }
}
