/**
 * Stops on custom assets while the prices of the members wander, exchanges fail, members pause and close, and messages get lost or doubled.
 * Each stop fires once at most, and only at a price that its members showed together.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import { isTerminal } from '#domain/complex-orders/status.ts'
import { allocationOf, marketsOf } from '#domain/complex-orders/target.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { directionOf, isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type Price, price } from '#domain/kernel/numbers.ts'
import { type BasketDesk, MEMBERS, openBasketDesk, type Shown } from '#test/support/baskets/desk.ts'
import { rounds } from '#test/support/run/plays.ts'

const shown = fc.record<Shown>({
  bid: fc.option(fc.integer({ min: 30, max: 60 }), { freq: 8 }),
  ask: fc.option(fc.integer({ min: 35, max: 72 }), { freq: 8 }),
  state: fc.constant('open'),
  hidden: fc.constant(false),
})

const member = fc.nat(MEMBERS.length - 1)

const move = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('show' as const), member, shown }) },
  { weight: 8, arbitrary: fc.constant({ kind: 'look' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('away' as const),
      exchange: fc.constantFrom(...EXCHANGE_NAMES),
      on: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('state' as const),
      member,
      state: fc.constantFrom('paused' as const, 'paused' as const, 'closed' as const),
      hidden: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deliver' as const), which: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copies' as const), count: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom('fire-trigger', 'advance-contingents'),
      at: fc.nat(8),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'renew' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20 }) }) },
)

const requested = fc.record({
  allocation: fc.constantFrom(...ALLOCATIONS),
  subtype: fc.constantFrom('STOP' as const, 'REVERSE_STOP' as const),
  type: fc.constantFrom('MARK' as const, 'BID_ASK' as const),
  buy: fc.boolean(),
  at: fc.integer({ min: 36, max: 64 }),
})

/** Every possible price of a stop, each at one poll; by its id. */
type Truths = Map<string, Price[]>

const play = async (stops: ReadonlyArray<Requested>, moves: readonly Move[]): Promise<void> => {
  const desk = openBasketDesk()
  for (const [, nativeId] of MEMBERS) desk.shown.set(nativeId, { bid: 48, ask: 50, state: 'open', hidden: false })
  for (const { allocation, subtype, type, buy, at } of stops) await desk.place(allocation, subtype, type, buy, at)
  const truths: Truths = new Map()
  const ends: Ends = new Map()
  for (const one of moves) {
    await apply(desk, one, truths)
    expectSound(desk, truths, ends)
  }
  await comeToRest(desk, truths)
  expectSound(desk, truths, ends)
  for (const stop of desk.stops()) expectReceived(desk, stop)
}

type Requested = typeof requested extends fc.Arbitrary<infer One> ? One : never
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never

const apply = async (desk: BasketDesk, one: Move, truths: Truths): Promise<void> => {
  switch (one.kind) {
    case 'show':
    case 'state': {
      const [, nativeId] = MEMBERS[one.member] ?? ['', '']
      const before = desk.shown.get(nativeId)
      // A closed market stays closed, and shows no price any more.
      if (before === undefined || before.state === 'closed') return
      const { state, hidden } = one.kind === 'state' ? one : one.shown
      const { bid, ask } = one.kind === 'show' ? one.shown : before
      const isCrossedBook = bid !== null && ask !== null && bid >= ask
      desk.shown.set(nativeId, { state, hidden, bid, ask: isCrossedBook ? bid + 1 : ask })
      return
    }
    case 'look':
      return look(desk, truths)
    case 'away':
      if (one.on) desk.away.add(one.exchange)
      else desk.away.delete(one.exchange)
      return
    case 'deliver':
      return desk.deliverAny(one.which)
    case 'settle':
      return desk.settle()
    case 'copies':
      desk.queues.copies = ({ group }) => (group.endsWith(':swept') ? 1 : one.count)
      return
    case 'kill':
      return desk.killNext(one.queue, one.at)
    case 'renew':
      return desk.renew()
    case 'cancel': {
      const stop = desk.stops()[one.which]
      if (stop !== undefined) await desk.cancel(stop.complexOrderId)
      return
    }
    case 'wait':
      desk.time.now += one.seconds * 1_000
      await desk.sweep()
      return
  }
}

const look = async (desk: BasketDesk, truths: Truths): Promise<void> => {
  for (const stop of desk.stops()) {
    const truth = truthOf(desk, stop)
    if (truth !== null) truths.set(stop.complexOrderId, [...(truths.get(stop.complexOrderId) ?? []), truth])
  }
  await desk.look()
}

/** Messages arrive, everybody answers, and the prices are looked at for longer than anything waits. */
const comeToRest = async (desk: BasketDesk, truths: Truths): Promise<void> => {
  desk.queues.copies = () => 1
  desk.spare()
  desk.away.clear()
  for (let rounds = 0; rounds < 20; rounds += 1) {
    desk.time.now += 10_000
    await desk.sweep()
    await desk.settle()
    await look(desk, truths)
    await desk.settle()
  }
}

/** The price of all members, computed in a second, simple way; null if it is not certain. */
const truthOf = ({ shown, away }: BasketDesk, { target, trigger, triggerPriceType }: Conditional): Price | null => {
  const allocation = allocationOf(target)
  const books = MEMBERS.map(([exchange, nativeId]) => {
    const book = shown.get(nativeId)
    return book === undefined || away.has(exchange) || book.hidden || book.state !== 'open' ? null : book
  })
  if (allocation === 'EQUAL') {
    const each = books.map((book) => (book === null ? null : priceIn(book, triggerPriceType, trigger.buyFlag)))
    const known = each.filter((one) => one !== null)
    return known.length < MEMBERS.length
      ? null
      : price(Math.floor(known.reduce((sum, one) => sum + one, 0) / known.length))
  }
  const bids = books.flatMap((book) => book?.bid ?? [])
  const asks = books.flatMap((book) => book?.ask ?? [])
  const together = {
    bid: bids.length === 0 ? null : Math.max(...bids),
    ask: asks.length === 0 ? null : Math.min(...asks),
  }
  const at = priceIn(together, triggerPriceType, trigger.buyFlag)
  return at === null ? null : price(at)
}

/** MARK: the middle, and nothing where there is none, because nobody ever trades here. BID_ASK: the side that would be hit. */
const priceIn = ({ bid, ask }: Pick<Shown, 'bid' | 'ask'>, type: string, buyFlag: boolean): number | null => {
  if (type === 'MARK') {
    const hasMiddle = bid !== null && ask !== null && ask >= bid && ask - bid <= 10
    return hasMiddle ? ((bid + ask) * 10_000) / 2 : null
  }
  const side = buyFlag ? ask : bid
  return side === null ? null : side * 10_000
}

/** As each stop ended. */
type Ends = Map<string, string>

const expectSound = (desk: BasketDesk, truths: Truths, ends: Ends): void => {
  for (const stop of desk.stops()) {
    const { complexOrderId: id, status, cancelReason, triggerPrice, triggerOrderId, orderIds, target } = stop
    const placed = [...desk.baskets.values()].filter(
      ({ origin }) => origin.kind === 'conditional' && origin.complexOrderId === id,
    )
    expect(placed.length, id).toBe(status === 'TRIGGERED' ? 1 : 0)
    if (status === 'TRIGGERED') {
      expect(isTriggered(stop, triggerPrice ?? price(0)), id).toBe(true)
      expect(truths.get(id), `${id} fired at ${triggerPrice}, which was never shown`).toContain(triggerPrice)
      expect([triggerOrderId, orderIds]).toEqual([placed[0]?.orderId, [placed[0]?.orderId]])
      expect(placed[0]).toMatchObject({ qty: stop.trigger.qty, buyFlag: stop.trigger.buyFlag })
      expect(placed[0]?.parts.map(({ svcId }) => svcId)).toEqual(marketsOf(target).map(({ svcId }) => svcId))
    }
    if (!isTerminal(status)) continue
    const end = JSON.stringify({ status, cancelReason, triggerPrice, triggerOrderId })
    expect(ends.get(id) ?? end, id).toBe(end)
    ends.set(id, end)
  }
}

/** At the end no armed stop is at its price, and a stop that can never be reached has ended with a report. */
const expectReceived = (desk: BasketDesk, stop: Conditional): void => {
  const { status, cancelReason } = stop
  const allocation = allocationOf(stop.target)
  const closed = MEMBERS.filter(([, nativeId]) => desk.shown.get(nativeId)?.state === 'closed').length
  const isDead = allocation === 'EQUAL' ? closed > 0 : closed === MEMBERS.length
  const name = `${stop.complexOrderId} ${allocation} ${stop.subtype} ${directionOf(stop)} ${stop.stopPrice} ${status}`
  expect(status, name).not.toBe('PENDING')
  if (isDead) expect(isTerminal(status), name).toBe(true)
  if (status === 'CANCELLED') expect(['user', ...(isDead ? ['market_closed'] : [])], name).toContain(cancelReason)
  const truth = truthOf(desk, stop)
  if (status === 'ACTIVE' && truth !== null) expect(isTriggered(stop, truth), `${name} at ${truth}`).toBe(false)
}

it('a stop on a custom asset fires once, at a price of the whole asset, under random events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(requested, { minLength: 1, maxLength: 4 }),
      fc.array(move, { minLength: 10, maxLength: 60 }),
      play,
    ),
    { numRuns: rounds(300) },
  )
}, 600_000)
