/** Reads the complex orders that may still place orders. */

import type { ComplexOrder } from '../../trading-client.ts'
import { must, type Session } from '../command.ts'

const PAGE = 1_000

/** Returns those of the subaccount, or of all subaccounts if none was given; newest first. */
export const armedComplexOrders = async (
  session: Session,
  filter: { readonly tag?: string } = {},
): Promise<readonly ComplexOrder[]> => {
  const found: ComplexOrder[] = []
  const query = {
    status: ['open' as const],
    limit: PAGE,
    ...filter,
    ...(session.subaccountId === null ? {} : { subaccount_id: session.subaccountId }),
  }
  const { client, signal } = session
  for (let offset = 0, more = true; more; offset += PAGE) {
    const page = must(await client.GET('/v1/complex-orders', { params: { query: { ...query, offset } }, signal }))
    found.push(...page.complex_orders.conditional_orders, ...page.complex_orders.twap_orders)
    more = page.has_more
  }
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at))
}
