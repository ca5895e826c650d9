/** A trace fits on a screen: many lines of one kind fold, and other slices are counted. */

import { describe, expect, it } from 'vitest'
import { asideOf } from '#local/admin/trace/aside-of.ts'
import { foldRepeats } from '#local/admin/trace/fold-repeats.ts'
import type { Moment } from '#local/admin/trace/moment.ts'
import { NOW, sampleOrder, uuidAt } from '#test/adapters/store/samples.ts'

const moment = (at: number, more: Partial<Moment> = {}): Moment => ({
  at,
  from: 'sync-account',
  about: 'order',
  text: `line ${at}`,
  topic: 'order stored',
  ...more,
})

describe('the fold of a timeline', () => {
  it('keeps the first and the last of many lines of one kind about one object, and says how many there were', () => {
    const polls = Array.from({ length: 40 }, (_, n) => moment(n))
    expect(foldRepeats(polls).map(({ text }) => text)).toEqual(['line 0', 'line 39 (the last of 40)'])
  })

  it('shows a few lines as they are, and never folds fills, errors of another kind or lines of another object', () => {
    const moments = [
      ...[0, 1, 2].map((at) => moment(at)),
      ...[3, 4, 5, 6].map((at) => moment(at, { topic: null })),
      moment(7, { topic: 'failed' }),
      ...[8, 9, 10].map((at) => moment(at, { about: 'other' })),
    ]
    expect(foldRepeats(moments)).toEqual(moments)
  })
})

describe('the life of a TWAP', () => {
  const twap = uuidAt(NOW, 0xff)
  const slice = (n: number) => ({
    order: sampleOrder({ orderId: uuidAt(NOW, n), origin: { kind: 'slice', complexOrderId: twap } }, n),
    fills: [],
  })
  const life = (count: number) => ({
    orders: Array.from({ length: count }, (_, n) => slice(n)),
    complexOrders: [],
    deliveries: [],
    isCut: false,
  })

  it('leaves many slices aside, but not the traced one', () => {
    expect(asideOf(life(24), twap).size).toBe(24)
    const aside = asideOf(life(24), uuidAt(NOW, 3))
    expect([aside.size, aside.has(uuidAt(NOW, 3))]).toEqual([23, false])
  })

  it('shows a few slices', () => expect(asideOf(life(4), twap).size).toBe(0))
})
