/** A prepared order as it is stored when it is claimed. */

import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OutboundOrder, Preparation } from '#domain/orders/send/send-outcome.ts'

export const claimed = (
  order: Order,
  prepared: Extract<Preparation, { kind: 'ready' }>,
  at: number,
): OutboundOrder => ({
  ...order,
  attempt: {
    identity: prepared.identity,
    payload: prepared.payload,
    exchangeOrderIds: prepared.exchangeOrderIds,
    sends: 1,
    firstSentAt: at,
    lastSentAt: at,
    arrived: false,
    refusal: null,
    childObservations: NO_CHILD_OBSERVATIONS,
  },
})
