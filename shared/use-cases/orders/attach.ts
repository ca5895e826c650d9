/** Makes the conditional orders of a new order. Contingent orders are above orders, so the caller gives this function. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'

/** Answers the conditional orders to store with the order, or a problem that names the broken rule. `markets` are what the order trades. */
export type Attach = (
  order: PlacedOrder,
  markets: readonly Market[],
  requested: readonly ConditionalRequest[],
) => Promise<readonly Conditional[] | Problem>
