/** New orders leave tokens for cancels, so an account that sends as fast as it may can still cancel at once. */

import { describe, expect, it } from 'vitest'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, someOrder, toSend, unreportedExchange } from '../desk.ts'

const start = () => {
  const { exchange, sent } = unreportedExchange(() => ({ status: 503, text: '{}' }))
  const cancel = () =>
    exchange.cancel(
      ACCOUNT,
      { ...someOrder(), exchangeOrderId: 'one', childObservations: NO_CHILD_OBSERVATIONS },
      anySignal(),
    )
  const cancels = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await cancel()
  }
  return { exchange, sent, cancels }
}

/** The lowest tier has a hundred tokens; an order takes ten and a cancel two. */
const ORDERS_AT_ONCE = 8
const CANCELS_AT_ONCE = 10

describe('an account that sends orders as fast as its rate limit allows', () => {
  it('has its next order wait, and still cancels ten at once', async () => {
    const { exchange, sent, cancels } = start()
    for (let nth = 1; nth <= ORDERS_AT_ONCE + 1; nth += 1)
      await exchange.submit(ACCOUNT, toSend(someOrder(), START, nth), anySignal())
    await cancels(CANCELS_AT_ONCE)
    const waits = sent.map(({ request, at }) => [request.method, at])
    expect(waits).toEqual([
      ...Array.from({ length: ORDERS_AT_ONCE }, () => ['POST', 0]),
      ['POST', 100],
      ...Array.from({ length: CANCELS_AT_ONCE }, () => ['DELETE', 100]),
    ])
  })

  it('has no order take its turn out of that room', async () => {
    const { exchange, sent, cancels } = start()
    const turns: boolean[] = []
    for (let nth = 0; nth <= ORDERS_AT_ONCE; nth += 1)
      turns.push((await exchange.reserveRate?.(ACCOUNT, someOrder(), 0, anySignal()))?.go === true)
    expect(turns).toEqual([...Array.from({ length: ORDERS_AT_ONCE }, () => true), false])
    await cancels(CANCELS_AT_ONCE)
    expect(sent.map(({ at }) => at)).toEqual(Array.from({ length: CANCELS_AT_ONCE }, () => 0))
  })
})
