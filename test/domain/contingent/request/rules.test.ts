/** The rules that conditional orders satisfy before anything is stored. */

import { describe, expect, it } from 'vitest'
import type { ConditionalType, TriggerOrder } from '#domain/contingent/conditional.ts'
import { isExitReached } from '#domain/contingent/exits/exit-level.ts'
import { brokenInItself } from '#domain/contingent/request/broken-in-itself.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { brokenWithExits, brokenWithParent, isStop, isTooDeep } from '#domain/contingent/request/rules.ts'
import { cents, contracts, trigger } from '../complex-samples.ts'

const requested = (
  subtype: ConditionalType | null,
  change: Partial<TriggerOrder> = {},
  stopPrice: number | null = null,
): ConditionalRequest => ({
  subtype,
  stopPrice: stopPrice === null ? null : cents(stopPrice),
  trailAmount: null,
  triggerTrailAmount: null,
  linkId: null,
  protect: false,
  triggerPriceType: 'MARK',
  trigger: trigger(change),
})
const trailing = (subtype: ConditionalType | null, amount: number, change: Partial<ConditionalRequest> = {}) => ({
  ...requested(subtype),
  ...(subtype === 'SL' || subtype === 'TP' ? { triggerTrailAmount: cents(amount) } : { trailAmount: cents(amount) }),
  ...change,
})
/** As where none was given. */
const NO_QTY = { qty: contracts(0) }
const LONG = { buyFlag: true, qty: contracts(10), limitPrice: null }
const SHORT = { buyFlag: false, qty: contracts(10), limitPrice: null }

describe('one conditional order', () => {
  it.each([
    ['a TP with a limit', requested('TP', { orderType: 'LIMIT', price: cents(60) }), true],
    ['a TP at MARKET with its stop', requested('TP', { stopPrice: cents(60) }), true],
    ['an SL with its stop', requested('SL', { stopPrice: cents(30) }), true],
    ['a STOP alone', requested('STOP', {}, 30), false],
    ['a STOP with a parent', requested('STOP', {}, 30), true],
    ['a REVERSE_STOP alone', requested('REVERSE_STOP', {}, 30), false],
    ['one whose type is not known yet', requested(null), true],
    ['a trailing STOP', trailing('STOP', 5), false],
    ['a trailing SL', trailing('SL', 5), true],
    ['a linked STOP', { ...requested('STOP', {}, 30), linkId: 'x' }, false],
    ['a protect STOP', { ...requested('STOP', NO_QTY, 30), protect: true }, false],
    ['a protect STOP that trails', trailing('STOP', 5, { protect: true, trigger: trigger(NO_QTY) }), false],
  ] as const)('%s is accepted', (_, conditional, hasParent) => {
    expect(brokenInItself(conditional, hasParent)).toEqual([])
  })

  it.each([
    ['a TP without a parent', requested('TP', { stopPrice: cents(60) }), false, /requires parent/],
    ['an SL without a parent', requested('SL', { stopPrice: cents(60) }), false, /requires parent/],
    ['an SL without a stop price', requested('SL'), true, /SL requires trigger_order.stop_order_price/],
    ['a MARKET TP without a stop price', requested('TP'), true, /MARKET TP requires/],
    ['a STOP without a stop price', requested('STOP'), false, /STOP requires stop_order_price/],
    ['an SL with the stop price of a STOP', requested('SL', { stopPrice: cents(30) }, 30), true, /is for STOP/],
    ['a STOP with the stop price of an SL', requested('STOP', { stopPrice: cents(30) }, 30), false, /is for TP and SL/],
    ['a STOP with both', trailing('STOP', 5, { stopPrice: cents(30) }), false, /are mutually exclusive/],
    [
      'an SL with both',
      trailing('SL', 5, { trigger: trigger({ stopPrice: cents(30) }) }),
      true,
      /trigger_order.trail_amount are mutually exclusive/,
    ],
    [
      'a REVERSE_STOP that trails',
      { ...requested('REVERSE_STOP', {}, 30), trailAmount: cents(5) },
      false,
      /waits for a price to come back/,
    ],
    [
      'a TP that trails',
      { ...requested('TP', { stopPrice: cents(60) }), triggerTrailAmount: cents(5) },
      true,
      /is for SL/,
    ],
    [
      'an SL with the trail of a STOP',
      { ...requested('SL', { stopPrice: cents(30) }), trailAmount: cents(5) },
      true,
      /is for STOP/,
    ],
    [
      'a STOP with the trail of an SL',
      { ...requested('STOP', {}, 30), triggerTrailAmount: cents(5) },
      false,
      /is for SL/,
    ],
    ['a linked SL', { ...requested('SL', { stopPrice: cents(30) }), linkId: 'x' }, true, /link_id is for STOP/],
    ['a linked STOP with a parent', { ...requested('STOP', {}, 30), linkId: 'x' }, true, /without a parent/],
    [
      'a protect STOP with a qty',
      { ...requested('STOP', {}, 30), protect: true },
      false,
      /qty and protect are mutually/,
    ],
    ['a protect STOP with a parent', { ...requested('STOP', NO_QTY, 30), protect: true }, true, /protect is for STOP/],
    [
      'a protect SL',
      { ...requested('SL', { ...NO_QTY, stopPrice: cents(30) }), protect: true },
      true,
      /protect is for STOP/,
    ],
    ['a LIMIT without a price', requested('STOP', { orderType: 'LIMIT' }, 30), false, /price is required/],
    ['a MARKET with a price', requested('STOP', { price: cents(30) }, 30), false, /MARKET trigger order has no price/],
  ] as const)('%s is refused with a reason', (_, conditional, hasParent, sentence) => {
    const breaks = brokenInItself(conditional, hasParent)
    expect(breaks).toHaveLength(1)
    expect(breaks[0]).toMatch(sentence)
  })
})

describe('conditional orders of one parent', () => {
  const tp = (at: number, buyFlag = false) => requested('TP', { buyFlag, orderType: 'LIMIT', price: cents(at) })
  const sl = (at: number, buyFlag = false) => requested('SL', { buyFlag, stopPrice: cents(at) })

  it('a bracket is accepted on either side', () => {
    expect(brokenWithParent(LONG, [tp(60), sl(30)])).toEqual([])
    expect(brokenWithParent(SHORT, [tp(30, true), sl(60, true)])).toEqual([])
  })

  it('TP and SL on the wrong sides of each other are refused', () => {
    expect(brokenWithParent(LONG, [tp(30), sl(60)])).toEqual([{ index: 1, sentence: 'the TP must be above the SL' }])
    expect(brokenWithParent(SHORT, [sl(30, true), tp(30, true)])).toEqual([
      { index: 0, sentence: 'the TP must be below the SL' },
    ])
  })

  it('a conditional order neither trades with its parent nor exceeds its size', () => {
    expect(brokenWithParent(SHORT, [tp(60)])[0]?.sentence).toMatch(/buy_flag must be true/)
    expect(brokenWithParent(LONG, [requested('SL', { qty: contracts(11), stopPrice: cents(30) })])[0]).toMatchObject({
      index: 0,
      sentence: expect.stringMatching(/more qty than its parent/),
    })
  })

  it('a stop in the direction of its parent adds to the parent, and may be of any size', () => {
    expect(brokenWithParent(LONG, [requested('STOP', { buyFlag: true, qty: contracts(90) }, 60)])).toEqual([])
  })

  describe('under a LIMIT parent that has not filled', () => {
    const buys = { ...LONG, limitPrice: cents(50) }
    const sells = { ...SHORT, limitPrice: cents(50) }
    it.each([
      ['an SL of a buy above its price', buys, sl(51), 'the SL must be below the limit price of its parent'],
      ['an SL of a buy at its price', buys, sl(50), 'the SL must be below the limit price of its parent'],
      ['a TP of a buy at its price', buys, tp(50), 'the TP must be above the limit price of its parent'],
      ['an SL of a sell below its price', sells, sl(49, true), 'the SL must be above the limit price of its parent'],
      ['a TP of a sell at its price', sells, tp(50, true), 'the TP must be below the limit price of its parent'],
    ] as const)('%s is refused', (_, parent, exit, sentence) => {
      expect(brokenWithParent(parent, [exit])).toEqual([{ index: 0, sentence }])
      expect(brokenWithParent({ ...parent, limitPrice: null }, [exit])).toEqual([])
    })

    it('exits on their own side of the parent are accepted', () => {
      expect(brokenWithParent(buys, [tp(51), sl(49)])).toEqual([])
      expect(brokenWithParent(sells, [tp(49, true), sl(51, true)])).toEqual([])
    })
  })

  it('a later exit keeps the sides of earlier exits', () => {
    expect(brokenWithExits(LONG, [sl(40)], tp(39))).toBe('the TP must be above the SL')
    expect(brokenWithExits(LONG, [tp(39)], sl(40))).toBe('the TP must be above the SL')
    expect(brokenWithExits(SHORT, [tp(40, true)], sl(39, true))).toBe('the TP must be below the SL')
    expect(brokenWithExits(LONG, [tp(60), sl(30)], sl(40))).toBeNull()
  })

  it.each([
    ['a long TP', LONG, tp(60), [59, 60, 61], [false, true, true]],
    ['a long SL', LONG, sl(30), [29, 30, 31], [true, true, false]],
    ['a short TP', SHORT, tp(30, true), [29, 30, 31], [true, true, false]],
    ['a short SL', SHORT, sl(60, true), [59, 60, 61], [false, true, true]],
    ['a STOP', LONG, requested('STOP', {}, 30), [29, 30, 31], [false, false, false]],
  ] as const)('%s is reached if the market is at its price or beyond', (_, parent, exit, marks, reached) => {
    expect(marks.map((at) => isExitReached(parent, exit, cents(at)))).toEqual(reached)
  })

  it('a chain has at most ten orders', () => {
    expect(isTooDeep(9)).toBe(false)
    expect(isTooDeep(10)).toBe(true)
    expect(isStop('STOP') && isStop('REVERSE_STOP') && !isStop('TP') && !isStop(null)).toBe(true)
  })
})
