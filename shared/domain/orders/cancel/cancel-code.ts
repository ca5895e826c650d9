/** The `cancel_code` of an order, a conditional order or a TWAP: a code for programs, without spaces. */

import { asRefusing } from '../refusals/refusing.ts'

/** The code of an order that the exchange ended in words of its own. */
const REFUSED_BY_EXCHANGE = 'refused_by_exchange'

/** The code of a `cancel_reason`, which can be a code followed by words. */
export const cancelCodeOf = (reason: string | null): string | null => {
  if (reason === null) return null
  const code = reason === 'no liquidity' ? 'no_liquidity' : reason
  if (/^[a-z]+(?:_[a-z]+)*$/.test(code)) return code
  return asRefusing(reason) ?? (reason.startsWith('not_filled after ') ? 'not_filled' : REFUSED_BY_EXCHANGE)
}
