/** A stop, an exit or a TWAP in one sentence. */

import type { ComplexOrder } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { span } from '../../format/time.ts'

export const NAMES = { TP: 'Take profit', SL: 'Stop loss', STOP: 'Stop', REVERSE_STOP: 'Reverse stop' } as const

export const describeComplex = ({
  complex_order_subtype,
  conditional_order: conditional,
  twap_order: twap,
}: ComplexOrder): string => {
  if (twap !== null) {
    const side = twap.buy_flag ? 'buy' : 'sell'
    const limit = twap.limit_price === null ? '' : ` at ${price(twap.limit_price)} or better`
    return `TWAP: ${side} ${quantity(twap.total_qty)} over ${span(twap.duration_s * 1_000)} in ${twap.slices} slices${limit}`
  }
  if (conditional === null) return 'Conditional order'
  const { trigger_order_buy_flag, trigger_order_qty, trigger_order_limit_price } = conditional
  const name = complex_order_subtype === null ? 'Conditional order' : NAMES[complex_order_subtype]
  const at = conditional.stop_order_price ?? conditional.trigger_stop_order_price
  const trail = conditional.trail_amount ?? conditional.trigger_trail_amount
  const trails = trail === null ? '' : `, trailing by ${price(trail)}`
  const when =
    at === null ? '' : ` when ${conditional.trigger_price_type.toLowerCase().replace('_', '/')} reaches ${price(at)}`
  const what = `${trigger_order_buy_flag === true ? 'buy' : 'sell'} ${quantity(trigger_order_qty)}`
  return `${name}: ${what} ${trigger_order_limit_price === null ? 'at market' : `at ${price(trigger_order_limit_price)}`}${when}${trails}`
}
