/** Paper orders on the book: their place in the queue, fills by the public tape, cancels, amends and expiry. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { OrderRequest } from '#domain/orders/order.ts'
import { openPaperDesk, type PaperDesk, signal } from './desk.ts'

const contracts = (count: number) => qty(count * ONE)

/** Rests an order, and returns its name at the paper exchange. */
const rest = async (desk: PaperDesk, more: Partial<OrderRequest> = {}): Promise<string> => {
  const outcome = await desk.submit(desk.order({ price: price(400_000), qty: contracts(10), ...more }))
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.order.exchangeOrderId
}

/** Lets the lag of the tape pass, then polls. */
const poll = async (desk: PaperDesk) => {
  await desk.pass(6_000)
  return (await desk.fills()).map((fill) => [fill.price / ONE, fill.qty / ONE])
}

const named = (desk: PaperDesk, exchangeOrderId: string) => ({
  exchangeOrderId,
  nativeId: desk.market.nativeId,
  shard: desk.market.shard,
  since: 0,
  childObservations: NO_CHILD_OBSERVATIONS,
})

const reportOf = async (desk: PaperDesk, paperId: string) =>
  (await desk.exchange.order(desk.account, named(desk, paperId), signal())).report

const cancel = (desk: PaperDesk, paperId: string) => desk.exchange.cancel(desk.account, named(desk, paperId), signal())

describe.each(EXCHANGE_NAMES)('a resting paper order at %s', (name) => {
  it('fills after the trades at its price have taken what was ahead of it', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 20]], [[0.45, 100]])
    const paperId = await rest(desk)
    await desk.pass(2_000)
    await desk.trade(0.4, 15, false)
    expect(await poll(desk)).toEqual([])
    await desk.book([[0.4, 20]], [[0.45, 100]])
    await desk.trade(0.4, 9, false)
    expect(await poll(desk)).toEqual([[0.4, 4]])
    await desk.trade(0.4, 7, false)
    expect(await poll(desk)).toEqual([
      [0.4, 4],
      [0.4, 6],
    ])
    expect(await reportOf(desk, paperId)).toMatchObject({ state: 'ended', filledQty: contracts(10) })
    expect(await desk.net()).toBe(10 * ONE)
  })

  it('fills whole when a trade goes through its price', async () => {
    const desk = await openPaperDesk(name)
    await desk.book(
      [
        [0.4, 500],
        [0.39, 10],
      ],
      [[0.45, 100]],
    )
    await rest(desk)
    await desk.pass(2_000)
    await desk.trade(0.39, 505, false)
    expect(await poll(desk)).toEqual([[0.4, 10]])
  })

  it('moves up in proportion when others cancel', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 100]], [[0.45, 100]])
    await rest(desk)
    await poll(desk)
    await desk.book([[0.4, 20]], [[0.45, 100]])
    await poll(desk)
    await poll(desk)
    await desk.trade(0.4, 18, false)
    expect(await poll(desk)).toEqual([])
    await desk.book([[0.4, 20]], [[0.45, 100]])
    await desk.trade(0.4, 5, false)
    expect(await poll(desk)).toEqual([[0.4, 3]])
  })

  it('fills when the other side comes to its price without a trade', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.38, 20]], [[0.45, 100]])
    await rest(desk)
    await desk.book([[0.36, 20]], [[0.39, 6]])
    expect(await poll(desk)).toEqual([[0.4, 6]])
    expect(await poll(desk)).toEqual([[0.4, 6]])
  })

  it('gives the same fills however often it is polled, and by several polls at once', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    await rest(desk)
    await desk.pass(2_000)
    await desk.trade(0.4, 5, false)
    await desk.book([[0.4, 50]], [[0.45, 100]])
    await desk.trade(0.4, 6, false)
    await desk.pass(6_000)
    await Promise.all([desk.fills(), desk.fills(), desk.exchange.openOrders(desk.account, signal())])
    expect(await poll(desk)).toEqual([[0.4, 6]])
    const [fill] = await desk.fills()
    expect(fill?.fillId).toMatch(/^paper-.*:/)
    expect(fill).toMatchObject({ isMaker: true, status: 'FINAL', buyFlag: true })
  })

  it('holds its cash, and gives it back when it is cancelled', async () => {
    const desk = await openPaperDesk(name, { cash: '5' })
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const paperId = await rest(desk)
    expect(await desk.submit(desk.order({ qty: contracts(5) }))).toMatchObject({ code: 'insufficient_balance' })
    expect(await cancel(desk, paperId)).toEqual({ kind: 'cancelled', removedQty: contracts(10) })
    expect(await cancel(desk, paperId)).toEqual({ kind: 'gone' })
    expect(await desk.submit(desk.order({ qty: contracts(5) }))).toMatchObject({ kind: 'accepted' })
  })

  it('takes the trades until its cancel, which have not been polled yet', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.41, 5]], [[0.45, 100]])
    const paperId = await rest(desk, { price: price(410_000) })
    await desk.pass(2_000)
    await desk.trade(0.41, 5, false)
    await desk.book([[0.41, 5]], [[0.45, 100]])
    await desk.trade(0.41, 4, false)
    await desk.pass(1_000)
    expect(await cancel(desk, paperId)).toEqual({ kind: 'cancelled', removedQty: contracts(6) })
  })

  it('is refused if it is post-only and would trade', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const order = desk.order({ price: price(450_000), postOnly: true })
    expect(await desk.submit(order)).toMatchObject({ kind: 'rejected', code: 'would_cross' })
  })

  it('expires', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const paperId = await rest(desk, { timeInForce: 'GTD', expiresAt: desk.time.now + 60_000 })
    await desk.pass(70_000)
    await desk.trade(0.39, 5, false)
    expect(await poll(desk)).toEqual([])
    expect(await reportOf(desk, paperId)).toMatchObject({ state: 'ended', filledQty: 0 })
  })

  it('ends when its market closes', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const paperId = await rest(desk)
    await desk.control('status', { market: desk.market.nativeId, status: 'closed' })
    await poll(desk)
    expect(await reportOf(desk, paperId)).toMatchObject({ state: 'ended' })
    expect(await desk.submit(desk.order())).toMatchObject({ kind: 'rejected', code: 'market_closed' })
  })

  it('waits while its market is paused', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const staying = await rest(desk)
    const leaving = await rest(desk, { cancelOnPause: true })
    await desk.control('status', { market: desk.market.nativeId, status: 'paused' })
    await poll(desk)
    expect(await reportOf(desk, staying)).toMatchObject({ state: 'live' })
    expect(await reportOf(desk, leaving)).toMatchObject({ state: 'ended' })
    expect(await desk.submit(desk.order())).toMatchObject({ kind: 'later', refusing: 'market_paused' })
  })

  it('leaves the book when an order of the same account would trade with it', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const paperId = await rest(desk, { price: price(430_000) })
    await desk.submit(desk.order({ buyFlag: false, price: price(420_000), timeInForce: 'IOC' }))
    expect(await reportOf(desk, paperId)).toMatchObject({ state: 'ended', filledQty: 0 })
  })

  it('cannot be placed any more under an identity that was used up', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 100]])
    const order = await desk.outbound(desk.order())
    expect(await desk.exchange.lookUp(desk.account, order, signal())).toEqual({ kind: 'not_seen' })
    expect(await desk.exchange.invalidateIdentity(desk.account, order, signal())).toEqual({ kind: 'dead', watchMs: 0 })
    expect(await desk.exchange.submit(desk.account, order, signal())).toEqual({ kind: 'duplicate' })
    expect(await desk.exchange.lookUp(desk.account, order, signal())).toEqual({ kind: 'absent', watchMs: 0 })
    expect(await desk.exchange.openOrders(desk.account, signal())).toEqual([])
  })
})

describe('an amended paper order at EXCHANGE_A', () => {
  it('keeps its place when it becomes smaller, and joins the end at another price', async () => {
    const desk = await openPaperDesk('EXCHANGE_A')
    await desk.book(
      [
        [0.41, 7],
        [0.4, 5],
      ],
      [[0.45, 100]],
    )
    const paperId = await rest(desk)
    const amend = (terms: { qty: number; price: number }) =>
      desk.exchange.amend(
        desk.account,
        { ...named(desk, paperId), buyFlag: true },
        { qty: contracts(terms.qty), price: price(terms.price), expiresAt: null },
        signal(),
      )
    expect(await amend({ qty: 8, price: 400_000 })).toMatchObject({ kind: 'amended', order: { state: 'live' } })
    expect(await amend({ qty: 8, price: 410_000 })).toMatchObject({ kind: 'amended' })
    await desk.pass(2_000)
    await desk.trade(0.41, 7, false)
    expect(await poll(desk)).toEqual([])
    expect(await amend({ qty: 8, price: 410_500 })).toMatchObject({ kind: 'refused', code: 'price_off_tick' })
    expect(await amend({ qty: 12, price: 450_000 })).toMatchObject({ kind: 'amended', order: { state: 'ended' } })
    expect(await amend({ qty: 12, price: 450_000 })).toEqual({ kind: 'gone' })
    expect(await desk.net()).toBe(12 * ONE)
  })
})

describe('a decided market', () => {
  it('pays paper cash once at EXCHANGE_A', async () => {
    const desk = await openPaperDesk('EXCHANGE_A')
    await desk.book([[0.4, 5]], [[0.45, 100]])
    await desk.submit(desk.order({ price: price(450_000), timeInForce: 'IOC' }))
    const before = await desk.cash()
    await desk.control('resolve', { market: desk.market.nativeId, outcome: 'yes' })
    desk.markets.set(desk.market.svcId, { ...desk.market, status: 'closed' })
    for (let polls = 0; polls < 4; polls += 1) {
      await desk.pass(3_600_000)
      await desk.fills()
    }
    expect(await desk.cash()).toBe(before + 10 * ONE)
    expect(await desk.net()).toBe(0)
  })

  it('is redeemed once at EXCHANGE_B', async () => {
    const desk = await openPaperDesk('EXCHANGE_B')
    await desk.book([[0.4, 50]], [[0.45, 100]])
    await desk.submit(desk.order({ price: price(400_000), timeInForce: 'IOC', buyFlag: false }))
    const before = await desk.cash()
    const redeem = { kind: 'redeem', nativeId: desk.market.nativeId } as const
    expect(await desk.exchange.prepareAction(desk.account, redeem, signal())).toMatchObject({ kind: 'later' })
    await desk.control('resolve', { market: desk.market.nativeId, outcome: 'no' })
    await desk.pass(86_400_000)
    const prepared = await desk.exchange.prepareAction(desk.account, redeem, signal())
    if (prepared.kind !== 'ready') throw new Error(JSON.stringify(prepared))
    const { payload } = prepared
    const find = () => desk.exchange.findAction(desk.account, { payload, transactionId: null }, signal())
    expect(await find()).toEqual({ kind: 'missing' })
    for (let sends = 0; sends < 3; sends += 1)
      expect(await desk.exchange.sendAction(desk.account, payload, signal())).toMatchObject({ kind: 'accepted' })
    expect(await find()).toMatchObject({ kind: 'done', payout: 10 * ONE })
    expect(await desk.cash()).toBe(before + 10 * ONE)
    expect(await desk.exchange.prepareAction(desk.account, redeem, signal())).toMatchObject({ kind: 'nothing' })
  })
})
