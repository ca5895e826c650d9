/** Finds a conditional order by its id. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'

/** Returns null for a null id, an unknown id, and a TWAP. */
export const findConditional = async (
  { complexOrders }: { readonly complexOrders: Pick<ComplexOrderStore, 'get'> },
  complexOrderId: string | null,
): Promise<Conditional | null> => {
  const found = complexOrderId === null ? null : await complexOrders.get(complexOrderId)
  return found !== null && isConditional(found) ? found : null
}
