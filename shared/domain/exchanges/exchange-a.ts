/** EXCHANGE_A is Kalshi. Sections refer to its Trade API reference. */

import { MINUTE } from '../kernel/time.ts'
import { feesOfExchangeA } from './fees/exchange-a.ts'
import type { ExchangeTraits } from './traits.ts'

export const EXCHANGE_A: ExchangeTraits = {
  title: 'Kalshi',
  value: 1,
  nativeIdIsTicker: true,
  // Section 10.
  fees: feesOfExchangeA,
  minimumBuyValue: null,
  minimumOfRestingOnly: false,
  settlesLater: false,
  paysByItself: true,
  // Section 8.
  splitsCash: true,
  // `reduce_only` is refused on orders that can rest (section 6.1).
  restingOrdersOnlyClose: false,
  // `cancel_order_on_pause` (section 6.1).
  cancelsOnPause: true,
  // Section 6.4.
  amendsOrders: true,
  showsIdentity: true,
  fillsOverlapMs: 5 * MINUTE,
}
