/** Paper orders that trade at once: the live book, fees, cash and refusals. */

import { describe, expect, it } from 'vitest'
import { takerFee } from '#domain/exchanges/fees/taker-fee.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { openPaperDesk, signal } from './desk.ts'

describe.each(EXCHANGE_NAMES)('a taking paper order at %s', (name) => {
  it('takes the levels of the live book within its limit, and pays the fee of the exchange', async () => {
    const desk = await openPaperDesk(name)
    await desk.book(
      [[0.4, 100]],
      [
        [0.42, 10],
        [0.43, 20],
        [0.45, 50],
      ],
    )
    const order = desk.order({ price: price(430_000), qty: qty(25 * ONE), timeInForce: 'IOC' })
    const outcome = await desk.submit(order)
    expect(outcome).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 25 * ONE } })
    const fills = await desk.fills()
    expect(fills.map(({ price, qty }) => [price, qty])).toEqual([
      [420_000, 10 * ONE],
      [430_000, 15 * ONE],
    ])
    const levels = fills.map((fill) => ({ price: fill.price, qty: fill.qty }))
    const fee = takerFee(desk.market, true, levels)
    expect(fee).toBeGreaterThan(0)
    expect(await desk.cash()).toBe(10_000 * ONE - 4_200_000 - 6_450_000 - fee)
    expect(await desk.net()).toBe(25 * ONE)
  })

  it('does not take the same contracts twice while the book does not change', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 100]], [[0.42, 30]])
    const buy = () => desk.submit(desk.order({ price: price(420_000), qty: qty(20 * ONE), timeInForce: 'IOC' }))
    expect(await buy()).toMatchObject({ order: { filledQty: 20 * ONE } })
    expect(await buy()).toMatchObject({ order: { filledQty: 10 * ONE } })
    await desk.book([[0.4, 100]], [[0.42, 31]])
    expect(await buy()).toMatchObject({ order: { filledQty: 20 * ONE } })
  })

  it('costs one minus the price to sell what is not held', async () => {
    const desk = await openPaperDesk(name, { cash: '5' })
    await desk.book([[0.4, 100]], [[0.42, 30]])
    const sell = (contracts: number) =>
      desk.submit(desk.order({ price: price(400_000), qty: qty(contracts * ONE), timeInForce: 'IOC', buyFlag: false }))
    expect(await sell(9)).toMatchObject({ kind: 'rejected', code: 'insufficient_balance' })
    expect(await sell(7)).toMatchObject({ kind: 'accepted', order: { filledQty: 7 * ONE } })
    expect(await desk.cash()).toBeLessThan(money(5 * ONE - 4_200_000))
    expect(await desk.net()).toBe(-7 * ONE)
  })

  it('pays the slip of each level, within its limit', async () => {
    const desk = await openPaperDesk(name, { slip: 10_000 })
    await desk.book(
      [[0.4, 100]],
      [
        [0.42, 10],
        [0.43, 20],
      ],
    )
    const outcome = await desk.submit(desk.order({ price: price(430_000), qty: qty(20 * ONE), timeInForce: 'IOC' }))
    expect(outcome).toMatchObject({ order: { filledQty: 10 * ONE } })
    expect((await desk.fills()).map((fill) => fill.price)).toEqual([430_000])
  })

  it('is submitted once, however often it is sent', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 100]], [[0.42, 30]])
    const order = await desk.outbound(desk.order({ price: price(420_000), timeInForce: 'IOC' }))
    const outcomes = await Promise.all([1, 2, 3].map(() => desk.exchange.submit(desk.account, order, signal())))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'duplicate', 'duplicate'])
    expect(await desk.net()).toBe(10 * ONE)
    expect(await desk.exchange.lookUp(desk.account, order, signal())).toMatchObject({
      kind: 'found',
      order: { filledQty: 10 * ONE },
    })
  })
})
