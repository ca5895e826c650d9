/** Paper accounts in the table: their cash, a death in between, pages of fills, and a reset. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { openPaperDesk, type PaperDesk, signal } from './desk.ts'

const refOf = (desk: PaperDesk) => ({ exchange: desk.name, account: 'desk' })

const buy = (desk: PaperDesk, contracts: number) =>
  desk.submit(desk.order({ price: price(450_000), qty: qty(contracts * ONE), timeInForce: 'IOC' }))

describe.each(EXCHANGE_NAMES)('a paper account at %s', (name) => {
  it('never spends its cash twice, however many orders come at once', async () => {
    const desk = await openPaperDesk(name, { cash: '10' })
    await desk.book([[0.4, 5]], [[0.45, 1_000]])
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => buy(desk, 6)))
    expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(3)
    expect(outcomes.filter((one) => one.kind === 'rejected' && one.code === 'insufficient_balance')).toHaveLength(5)
    expect(await desk.cash()).toBeGreaterThanOrEqual(0)
    expect(await desk.net()).toBe(18 * ONE)
  })

  it('has an order once or not at all when the run that sends it dies', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 1_000]])
    const order = await desk.outbound(desk.order({ price: price(450_000), timeInForce: 'IOC' }))
    const dead = AbortSignal.abort()
    expect(await desk.exchange.submit(desk.account, order, dead)).toMatchObject({ kind: 'later' })
    expect(await desk.net()).toBe(0)
    expect(await desk.exchange.submit(desk.account, order, signal())).toMatchObject({ kind: 'accepted' })
    expect(await desk.exchange.submit(desk.account, order, signal())).toEqual({ kind: 'duplicate' })
    expect(await desk.net()).toBe(10 * ONE)
  })

  it('lists its fills page by page, newest first', async () => {
    const desk = await openPaperDesk(name)
    for (let orders = 0; orders < 205; orders += 1) {
      await desk.book([[0.4, 5]], [[0.45, 1_000 + orders]])
      await buy(desk, 5)
    }
    const first = await desk.exchange.fillsBefore(desk.account, desk.time.now + 1, null, signal())
    const second = await desk.exchange.fillsBefore(desk.account, desk.time.now + 1, first.cursor, signal())
    expect(second.cursor).toBeNull()
    const all = [...first.fills, ...second.fills]
    expect(new Set(all.map(({ fillId }) => fillId)).size).toBe(205)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((one, other) => other - one))
  })

  it('begins again with other cash, once for each reset', async () => {
    const desk = await openPaperDesk(name)
    await desk.book([[0.4, 5]], [[0.45, 1_000]])
    await buy(desk, 10)
    for (let orders = 0; orders < 95; orders += 1) await desk.submit(desk.order({ qty: qty(5 * ONE) }))
    await desk.pass(1_000)
    const reset = { resetId: 'one', cash: money(500 * ONE) }
    await desk.store.reset(refOf(desk), reset, desk.time.now)
    expect([await desk.cash(), await desk.net(), await desk.fills()]).toEqual([500 * ONE, 0, []])
    expect(await desk.exchange.openOrders(desk.account, signal())).toEqual([])
    await desk.pass(1_000)
    await buy(desk, 10)
    const after = await desk.cash()
    expect(after).toBeLessThan(500 * ONE)
    await desk.store.reset(refOf(desk), reset, desk.time.now)
    expect(await desk.cash()).toBe(after)
    expect(await desk.fills()).toHaveLength(1)
  })

  it('refuses cash beyond its bounds', async () => {
    const desk = await openPaperDesk(name)
    for (const paper_cash of ['0', '-5', '0.5', '100000001', '10.1234567', 'much', ''])
      expect(await desk.exchange.verify({ paper_cash, paper_account: 'desk' }, signal())).toMatchObject({
        kind: 'invalid',
        field: 'paper',
      })
  })
})
