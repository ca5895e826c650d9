/** Text of the button of the ticket: `Buy 10 at 45¢`, `Buy 10 No at 55¢`. */

import { price, readCents } from '../format/price.ts'
import { quantity } from '../format/quantity.ts'
import type { Draft } from './draft/draft.ts'

/** `qty` is null while it is not known. */
export const summaryOf = (draft: Draft, qty: number | null): string => {
  const what = `${quantity(qty)}${draft.outcome === 'yes' ? '' : ' No'}`
  const verb = draft.side === 'buy' ? 'Buy' : 'Sell'
  const limit = readCents(draft.price).value
  if (draft.kind === 'MARKET') return `${verb} ${what} at market`
  const trail = readCents(draft.trail).value
  const at = limit === null ? 'at market' : `at ${price(limit)}`
  const mark = draft.outcome === 'yes' ? 'mark' : 'the mark of No'
  const when =
    trail === null
      ? ` when ${mark} reaches ${price(readCents(draft.stopPrice).value)}`
      : `, trailing by ${price(trail)}`
  if (draft.kind === 'STOP') return `Arm: ${verb.toLowerCase()} ${what} ${at}${when}`
  if (draft.kind === 'TWAP') return `Start TWAP: ${verb.toLowerCase()} ${what}`
  return `${verb} ${what} at ${price(limit)}`
}
