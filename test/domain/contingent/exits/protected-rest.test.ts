/** The part of the rest that belongs to a protect stop after its fill. */

import { describe, expect, it } from 'vitest'
import { protectedRest } from '#domain/contingent/exits/protected-rest.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { sampleFill, sampleOrder } from '../../../adapters/store/samples.ts'
import { contracts, sampleConditional, T0 } from '../complex-samples.ts'

const SENT = T0 + 10_000
const DONE = T0 + 20_000

const sale: Order = {
  ...sampleOrder({ qty: contracts(10), buyFlag: false, status: 'EXECUTED', exchangeState: 'ended' }),
  orderId: 'o',
  attempt: {
    number: 1,
    identity: 'o',
    payload: '',
    exchangeOrderIds: [],
    sends: 1,
    firstSentAt: SENT,
    lastSentAt: SENT,
    arrived: false,
    refusal: null,
    childObservations: NO_CHILD_OBSERVATIONS,
    step: null,
  },
}

const fill = (id: number, at: number, qty: number, change: Partial<Fill> = {}): Fill => ({
  ...sampleFill(sale, id, { qty: contracts(qty), exchangeAt: at }),
  orderId: null,
  buyFlag: true,
  ...change,
})

const SOLD = fill(9, DONE, 10, { orderId: 'o', buyFlag: false })

const rest = (left: number, fills: readonly Fill[], orderType: 'LIMIT' | 'MARKET') => {
  const stop = sampleConditional({ protect: true })
  const { toClose, toReport } = protectedRest(
    { ...stop, status: 'TRIGGERED', orderIds: ['o'], trigger: { ...stop.trigger, buyFlag: false, orderType } },
    new Map([['o', sale]]),
    contracts(left),
    [SOLD, ...fills],
  )
  return [toClose / 1e6, toReport / 1e6]
}

describe('the rest after a protect stop has filled', () => {
  it('belongs to the stop if it was bought before the order of the stop was sent', () => {
    expect(rest(12, [fill(1, SENT - 1, 12)], 'MARKET')).toEqual([12, 12])
    expect(rest(12, [fill(1, SENT, 12)], 'LIMIT')).toEqual([12, 12])
  })

  it('is closed if it was bought during an immediate order, and reported if the order rested', () => {
    expect(rest(12, [fill(1, DONE, 12)], 'MARKET')).toEqual([12, 12])
    expect(rest(12, [fill(1, DONE, 12)], 'LIMIT')).toEqual([0, 12])
  })

  it('is left alone if it was bought later', () => {
    expect(rest(12, [fill(1, DONE + 1, 12)], 'MARKET')).toEqual([0, 0])
    expect(rest(12, [fill(1, SENT - 1, 5), fill(2, DONE + 1, 7)], 'MARKET')).toEqual([5, 5])
    expect(rest(3, [fill(1, SENT - 1, 5), fill(2, DONE + 1, 7)], 'MARKET')).toEqual([0, 0])
  })

  it('does not count a reversed purchase', () => {
    expect(rest(5, [fill(1, SENT - 1, 5), fill(2, DONE + 1, 7, { status: 'REVERSED' })], 'MARKET')).toEqual([5, 5])
  })
})
