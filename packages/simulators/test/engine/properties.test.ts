import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kalshiFees } from '../../kalshi/orders/fees.ts'
import { rounds } from '../rounds.ts'
import { CENT, type Desk, ONE, openDesk } from './desk.ts'

const ACCOUNTS = ['ann', 'bob', 'cleo'] as const

const account = fc.constantFrom(...ACCOUNTS)
const order = fc.record({
  kind: fc.constant('order' as const),
  account,
  buyFlag: fc.boolean(),
  price: fc.integer({ min: 1, max: 99 }).map((cents) => cents * CENT),
  qty: fc.integer({ min: 1, max: 3_000 }).map((lots) => lots * CENT),
  lifetime: fc.constantFrom('rest' as const, 'rest' as const, 'immediate' as const, 'all_or_nothing' as const),
  selfTrade: fc.constantFrom('cancel_taker' as const, 'cancel_maker' as const),
  postOnly: fc.boolean(),
  reduceOnly: fc.boolean(),
  life: fc.option(fc.integer({ min: 1, max: 5 })),
})
const command = fc.oneof(
  { weight: 8, arbitrary: order },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      pick: fc.nat(),
      price: fc.integer({ min: 1, max: 99 }).map((cents) => cents * CENT),
      qty: fc.integer({ min: 1, max: 3_000 }).map((lots) => lots * CENT),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'pass' as const }) },
)
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never

const run = (desk: Desk, one: Command): void => {
  const resting = [...desk.engine.ledger.orders.values()].filter(({ status }) => status === 'resting')
  const picked = 'pick' in one ? resting[one.pick % Math.max(1, resting.length)] : undefined
  switch (one.kind) {
    case 'order': {
      const { kind: _, life, postOnly, ...rest } = one
      const expiresAt = life === null || rest.lifetime !== 'rest' ? null : desk.time.now + life
      const isPost = postOnly && rest.lifetime === 'rest'
      const reduceOnly = rest.reduceOnly && rest.lifetime === 'immediate'
      desk.engine.submit({ ...rest, market: 'rain', identity: null, postOnly: isPost, reduceOnly, expiresAt })
      break
    }
    case 'cancel':
      if (picked !== undefined) desk.engine.cancel(picked)
      break
    case 'amend':
      if (picked !== undefined) desk.engine.amend(picked, { price: one.price, qty: one.qty })
      break
    case 'pass':
      desk.time.now += 1
      desk.engine.expire()
  }
}

const invariants = (desk: Desk, brought: number): void => {
  const { ledger } = desk.engine
  const positions = [...ledger.positions()]
  const cash = ACCOUNTS.reduce((sum, id) => sum + desk.cashOf(id), 0)
  const longs = positions.reduce((sum, { net }) => sum + Math.max(0, net), 0)
  expect(positions.reduce((sum, { net }) => sum + net, 0)).toBe(0)
  expect(cash + longs + ledger.feesTaken()).toBe(brought)
  for (const id of ACCOUNTS) expect(ledger.available(id, 0)).toBeGreaterThanOrEqual(0)
  const { bids, asks } = ledger.bookOf('rain')
  if (bids[0] !== undefined && asks[0] !== undefined) expect(bids[0].price).toBeLessThan(asks[0].price)
  for (const side of [bids, asks]) {
    for (const [place, { price, sequence, remaining, status }] of side.entries()) {
      const before = side[place - 1]
      expect(remaining > 0 && status === 'resting').toBe(true)
      if (before?.price === price) expect(before.sequence).toBeLessThan(sequence)
      else if (before !== undefined) expect(side === bids ? before.price > price : before.price < price).toBe(true)
    }
  }
  for (const one of ledger.orders.values()) {
    expect(one.filled + one.remaining).toBeLessThanOrEqual(one.qty)
    // An amend to the filled size cancels (Kalshi reference, section 6.4).
    const isWhole = one.filled === one.qty
    expect(one.status === 'executed' ? isWhole : !isWhole || one.status === 'canceled').toBe(true)
    const own = ledger.fills.filter(({ orderId }) => orderId === one.id)
    expect(own.reduce((sum, { qty }) => sum + qty, 0)).toBe(one.filled)
  }
}

describe('whatever happens', () => {
  it('money and contracts are conserved, the book never crosses, and no account owes', () => {
    const fees = kalshiFees(() => ({ type: 'quadratic_with_maker_fees', multiplier: 1 }))
    void fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), fc.constantFrom(0, ONE), (commands, payout) => {
        const desk = openDesk({ fees, cash: 30 })
        for (const one of commands) {
          run(desk, one)
          invariants(desk, 90 * ONE)
        }
        desk.engine.resolve(desk.market, payout)
        invariants(desk, 90 * ONE)
        expect([...desk.engine.ledger.positions()].every(({ net }) => net === 0)).toBe(true)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('every trade is with the best price on the other side, and there with the earliest order', () => {
    void fc.assert(
      fc.property(fc.array(order, { maxLength: 40 }), (orders) => {
        const desk = openDesk({ cash: 1_000_000 })
        const waiting: { id: string; buyFlag: boolean; price: number; left: number }[] = []
        for (const { account: by, buyFlag, price, qty } of orders) {
          const mine = desk.engine.submit({
            account: buyFlag ? 'ann' : by === 'ann' ? 'bob' : by,
            market: 'rain',
            identity: null,
            buyFlag,
            price,
            qty,
            lifetime: 'rest',
            selfTrade: 'cancel_taker',
          })
          if (!mine.ok) throw new Error(mine.reason)
          const expected = waiting
            .filter((one) => one.buyFlag !== buyFlag && one.left > 0)
            .filter((one) => (buyFlag ? one.price <= price : one.price >= price))
            .sort((one, other) => (buyFlag ? one.price - other.price : other.price - one.price))
          let left = qty
          const trades: number[][] = []
          for (const one of expected) {
            const part = Math.min(left, one.left)
            if (part === 0) break
            one.left -= part
            left -= part
            trades.push([one.price, part])
          }
          waiting.push({ id: mine.order.id, buyFlag, price, left })
          expect(mine.fills.map((fill) => [fill.price, fill.qty])).toEqual(trades)
          expect(mine.order.remaining).toBe(left)
        }
      }),
      { numRuns: rounds(200) },
    )
  })

  it('an all-or-nothing order of an account without resting orders trades whole or leaves no trace', () => {
    void fc.assert(
      fc.property(fc.array(order, { maxLength: 30 }), order, (before, last) => {
        const desk = openDesk({ cash: 100_000 })
        for (const one of before) run(desk, { ...one, account: one.account === 'cleo' ? 'bob' : one.account })
        const state = JSON.stringify(desk.engine.ledger.bookOf('rain'))
        const outcome = desk.engine.submit({
          ...last,
          account: 'cleo',
          market: 'rain',
          identity: null,
          postOnly: false,
          reduceOnly: false,
          expiresAt: null,
          lifetime: 'all_or_nothing',
        })
        if (outcome.ok) expect(outcome.order.filled).toBe(last.qty)
        else {
          expect(outcome.reason).toBe('too_little_volume')
          expect(JSON.stringify(desk.engine.ledger.bookOf('rain'))).toBe(state)
        }
      }),
      { numRuns: rounds(200) },
    )
  })

  it('a restored engine has the same books, money and positions', () => {
    void fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const desk = openDesk({ cash: 30 })
        for (const one of commands) run(desk, one)
        const copy = openDesk({ cash: 0 })
        copy.engine.ledger.accounts.clear()
        for (const id of ACCOUNTS) {
          const own = desk.engine.ledger.accounts.get(id)
          if (own !== undefined) desk.engine.ledger.touch('account', id, own)
        }
        copy.engine.ledger.restore(desk.engine.ledger.drain())
        expect(copy.engine.ledger.bookOf('rain')).toEqual(desk.engine.ledger.bookOf('rain'))
        for (const id of ACCOUNTS) {
          expect(copy.engine.ledger.available(id, 0)).toBe(desk.engine.ledger.available(id, 0))
          expect(copy.netOf(id)).toBe(desk.netOf(id))
        }
      }),
      { numRuns: rounds(100) },
    )
  })
})
