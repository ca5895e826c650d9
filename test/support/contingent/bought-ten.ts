import type { Order } from '#domain/orders/order.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'
import { contracts } from '#test/domain/contingent/complex-samples.ts'

/** An order that bought ten, all of which is known and done. */
export const boughtTen = (orderId: string, complexOrderIds: readonly string[]): Order => ({
  ...sampleOrder({ complexOrderIds, status: 'EXECUTED', sendState: 'acked', exchangeState: 'ended' }),
  orderId,
  qty: contracts(10),
  tradedQty: contracts(10),
  exchangeFilledQty: contracts(10),
  dueAt: null,
})
