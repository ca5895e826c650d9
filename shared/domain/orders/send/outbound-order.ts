/** An order as its exchange adapter gets it. */

import { sentQty } from '../amend/amending.ts'
import { NO_CHILD_OBSERVATIONS } from '../fills/child-observations.ts'
import type { NextAttempt, Order } from '../order.ts'
import { asStep } from '../steps/in-steps.ts'
import type { OutboundOrder } from './send-outcome.ts'

/** Returns the order under the identity of `attempt`, for the part that is left if it replaces an order that has left its book. */
export const outboundOrder = (
  order: Order,
  attempt: Pick<NextAttempt, 'identity' | 'payload' | 'exchangeOrderIds' | 'step'>,
): OutboundOrder => {
  const { orderId, nativeId, shard, buyFlag, expiresAt, origin, createdAt, reduceOnly } = order
  const { timeInForce, postOnly, cancelOnPause } = asStep(order, attempt.step ?? null)
  const { identity, payload, exchangeOrderIds } = attempt
  const earlier = order.attempt ?? { ...NEVER_SENT, firstSentAt: createdAt, lastSentAt: createdAt }
  const { arrived, refusal, sends, childObservations, firstSentAt, lastSentAt } = earlier
  return {
    orderId,
    nativeId,
    shard,
    buyFlag,
    qty: sentQty(order),
    timeInForce,
    expiresAt,
    postOnly,
    reduceOnly,
    cancelOnPause,
    origin,
    createdAt,
    attempt: {
      identity,
      payload,
      exchangeOrderIds,
      sends,
      firstSentAt,
      lastSentAt,
      arrived,
      refusal,
      childObservations,
    },
  }
}

const NEVER_SENT = { arrived: false, refusal: null, sends: 1, childObservations: NO_CHILD_OBSERVATIONS }
