/** The simulated EXCHANGE_B keeps notifications of what has ended (Polymarket reference, section 4.4). */

import { afterEach, describe, expect, it } from 'vitest'
import { newTraders, openPolymarket, type SimulatedPolymarket, STANDARD, START } from './simulated.ts'

let simulated: SimulatedPolymarket

afterEach(() => simulated.close())

const DAY = 86_400_000

describe('notifications', () => {
  it('tell cancelled and filled orders and results, for 48 hours or until they are dropped', async () => {
    const { ann, bob } = newTraders()
    simulated = await openPolymarket({ traders: [ann, bob], settleAfterMs: 1_000 })
    const list = async (as = ann, query = '') =>
      (await simulated.call('GET', `/notifications${query}`, undefined, as)).body as unknown as Record<
        string,
        unknown
      >[]
    await simulated.control('book', { market: STANDARD.conditionId, bids: [], asks: [[0.45, 100]] })
    const resting = await simulated.place({ market: STANDARD, side: 'BUY', price: 0.3, size: 10 }, ann)
    await simulated.place({ market: STANDARD, side: 'BUY', price: 0.45, size: 10 }, ann)
    await simulated.call('DELETE', '/order', { orderID: resting.body['orderID'] }, ann)
    await simulated.pass(2_000)
    await simulated.control('resolve', { market: STANDARD.conditionId, outcome: 'yes' })
    const told = await list()
    expect(told.map(({ type }) => type)).toEqual([4, 1, 2])
    expect(told[1]).toEqual({
      id: expect.any(Number),
      owner: ann.keys?.apiKey,
      type: 1,
      payload: expect.objectContaining({ order_id: resting.body['orderID'], matched_size: '0' }),
      timestamp: START / 1000,
    })
    expect(await list(bob)).toEqual([])
    expect(await list(ann, '?signature_type=2')).toEqual([])
    await simulated.call('DELETE', `/notifications?ids=${told[0]?.['id']}`, undefined, ann)
    expect((await list()).map(({ type }) => type)).toEqual([1, 2])
    await simulated.pass(2 * DAY)
    expect(await list()).toEqual([])
  })
})
