/** Refusals of an order, placed alone or with conditional orders. */

import { quotaRefusal } from '#domain/accounts/quotas.ts'
import type { Refusal } from '#lambda/declaration.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'

export const ORDER_REFUSALS: readonly Refusal[] = [
  { status: 409, code: 'subaccount_inactive', when: 'the subaccount is inactive' },
  { status: 409, code: 'custom_asset_empty', when: 'the custom asset has no members' },
  {
    status: 409,
    code: 'exit_already_reached',
    when: 'the parent would trade now or has filled, and the mark is at or beyond the price of its TP or SL',
  },
  {
    status: 409,
    code: 'trail_too_wide',
    when: 'the trail is as wide as the mark, so that the stop would be at or below 0, or at or above 1',
  },
  {
    status: 409,
    code: 'trading_halted',
    when: 'trading is halted for the subaccount, and the order could do more than reduce a position',
  },
  {
    status: 409,
    code: 'risk_limit',
    when: 'the order would break a risk limit of the subaccount, and could do more than reduce a position',
  },
]

/** Refusals of an order with its conditional orders. */
export const PLACING_REFUSALS: readonly Refusal[] = [
  NOT_FOUND,
  ...ORDER_REFUSALS,
  quotaRefusal('open_orders'),
  quotaRefusal('unsent_orders_per_account'),
  quotaRefusal('open_complex_orders'),
  {
    status: 409,
    code: 'credentials_missing',
    when: 'no credentials are stored for the exchange of the market, or of any member of the custom asset',
  },
  {
    status: 503,
    code: 'exchange_unavailable',
    when: 'a price is needed for the type of a conditional order or for the `max_order_cost` of a MARKET order, and the exchange does not answer',
  },
]

/** Codes of conditional orders and custom assets, which a hook cannot place. */
const NOT_OF_ALERTS: ReadonlySet<string> = new Set([
  'custom_asset_empty',
  'exit_already_reached',
  'trail_too_wide',
  quotaRefusal('open_complex_orders').code,
])

/** Refusals of an order on one market that an alert places. */
export const ALERT_REFUSALS: readonly Refusal[] = PLACING_REFUSALS.filter(({ code }) => !NOT_OF_ALERTS.has(code))
