/** Why an order is refused, however it is placed: by itself or with conditional orders. */

import type { Refusal } from '#lambda/declaration.ts'

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
    code: 'trading_halted',
    when: 'trading is halted for the subaccount, and the order could do more than reduce a position',
  },
  {
    status: 409,
    code: 'risk_limit',
    when: 'the order would break a risk limit of the subaccount, and could do more than reduce a position',
  },
]
