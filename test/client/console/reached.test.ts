/** A stop on the wrong side of the market is reported before it is armed: it would trade at once. */

import { describe, expect, it } from 'vitest'
import { markOf } from '#client/console/live/mark-of.ts'
import { emptyDraft, requestOf } from '#client/console/ticket/draft/draft.ts'
import { reachedAt } from '#client/console/ticket/preview/reached-at.ts'
import { summaryOf } from '#client/console/ticket/summary-of.ts'

const around = { target: { svc_id: 1 }, subaccountId: 's', isReadable: true, sized: { qty: 0, worst: null } }
const stop = (part: object) => ({ ...emptyDraft, kind: 'STOP' as const, ...part })

describe('a stop of the ticket', () => {
  it('fires at once where the mark has reached its price: a buy at or below it, a sale at or above it', () => {
    expect(reachedAt(stop({ stopPrice: '5' }), 0.103)).toBe(0.103)
    expect(reachedAt(stop({ stopPrice: '10.3' }), 0.103)).toBe(0.103)
    expect(reachedAt(stop({ stopPrice: '20' }), 0.103)).toBeNull()
    expect(reachedAt(stop({ side: 'sell', stopPrice: '20' }), 0.103)).toBe(0.103)
    expect(reachedAt(stop({ side: 'sell', stopPrice: '5' }), 0.103)).toBeNull()
  })

  it('waits where it trails, where no price is typed, and is not judged where no mark is known', () => {
    expect(reachedAt(stop({ trail: '3' }), 0.103)).toBeNull()
    expect(reachedAt(stop({}), 0.103)).toBeNull()
    expect(reachedAt(stop({ stopPrice: '5' }), null)).toBeNull()
  })

  it('is called what it does, and never drops one of two prices in silence', () => {
    expect(summaryOf(stop({ stopPrice: '20' }), 10)).toBe('Arm: buy 10 at market when mark reaches 20¢')
    expect(summaryOf(stop({ stopPrice: '20', price: '22' }), 10)).toBe('Arm: buy 10 at 22¢ when mark reaches 20¢')
    expect(summaryOf(stop({ side: 'sell', trail: '3' }), 10)).toBe('Arm: sell 10 at market, trailing by 3¢')
    expect(requestOf(stop({ stopPrice: '20', trail: '3' }), around)).toEqual({
      kind: 'missing',
      at: 'trail',
      what: 'Enter a stop price, or how far the stop trails: not both.',
    })
  })
})

describe('the mark', () => {
  it('is the middle of a book at most 10¢ wide, else the last trade held within it', () => {
    expect(markOf({ bid: 0.4, ask: 0.45, last: 0.9 })).toBeCloseTo(0.425)
    expect(markOf({ bid: 0.2, ask: 0.6, last: 0.9 })).toBe(0.6)
    expect(markOf({ bid: null, ask: 0.6, last: 0.3 })).toBe(0.3)
    expect(markOf({ bid: 0.2, ask: 0.6, last: null })).toBeNull()
  })
})
