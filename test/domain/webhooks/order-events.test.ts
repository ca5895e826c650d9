/** Events about reversed fills. */

import { expect, it } from 'vitest'
import { orderEvents } from '#domain/webhooks/order-events.ts'
import { sampleFill, sampleOrder } from '#test/adapters/store/samples.ts'

const order = sampleOrder({ status: 'RESTING', subscriberState: { knows: 'RESTING' } })

const reported = (...[newFills, settledFills]: Array<ReadonlyArray<ReturnType<typeof sampleFill>>>) =>
  orderEvents(order, 3, newFills, settledFills).map(({ type, sequence }) => [type, sequence])

it('a fill that was reversed before its first event is reported as reversed, and not as a fill', () => {
  const [good, bad] = [sampleFill(order, 1), sampleFill(order, 2, { status: 'REVERSED' })]
  expect(reported([bad, good])).toEqual([
    ['order.filled', 300],
    ['fill.reversed', 301],
  ])
})

it('a reported fill is reported again if it is reversed, and not if it becomes final', () => {
  expect(reported([], [sampleFill(order, 1)])).toEqual([])
  expect(reported([], [sampleFill(order, 1, { status: 'REVERSED' })])).toEqual([['fill.reversed', 300]])
})
