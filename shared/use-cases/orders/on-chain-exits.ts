/** Reads the TPs and SLs of a parent that may still act. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, restsAtExchange } from '#domain/contingent/conditional.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'

export interface OnChainExitsDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
}

/** The ones among these complex orders. */
export const onChainExits = async (
  { complexOrders }: OnChainExitsDeps,
  complexOrderIds: readonly string[],
): Promise<readonly Conditional[]> =>
  (await complexOrders.getAll(complexOrderIds))
    .filter(isConditional)
    .filter(
      (one) =>
        one.status === 'PENDING' || one.status === 'ACTIVE' || (one.status === 'TRIGGERED' && restsAtExchange(one)),
    )
