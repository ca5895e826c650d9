/** EXCHANGE_B is Polymarket. Sections refer to its CLOB reference. */

import { money, ONE } from '../kernel/numbers.ts'
import { HOUR } from '../kernel/time.ts'
import { feesOfExchangeB } from './fees/exchange-b.ts'
import type { ExchangeTraits } from './traits.ts'

export const EXCHANGE_B: ExchangeTraits = {
  title: 'Polymarket',
  value: 2,
  nativeIdIsTicker: false,
  // Section 8.1.
  fees: feesOfExchangeB,
  // $1 (section 3.5).
  minimumBuyValue: money(ONE),
  // Changes of November 2026, EXCHANGE_B 2.
  minimumOfRestingOnly: true,
  // A trade settles after its match, and can fail until then (section 4.3).
  settlesLater: true,
  // Holders of outcome tokens redeem them once their market is decided (reference of live behaviour, section 4.4).
  paysByItself: false,
  splitsCash: false,
  // An order sells shares that the account holds; it cannot sell more.
  restingOrdersOnlyClose: true,
  // Orders stay on the book over a pause, and no field says otherwise (section 3.5).
  cancelsOnPause: false,
  // Section 3.5.
  amendsOrders: false,
  // An order is known by its hash only (section 3.10).
  showsIdentity: false,
  fillsOverlapMs: HOUR,
}
