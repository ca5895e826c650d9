/** An account over its exchange's rate limit waits in its queue: it holds no run, so others go on, and its own orders keep their order. */

import { describe, expect, it } from 'vitest'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { TRADING } from '#adapters/exchanges/trading.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import { handler } from '#functions/queues/execute-order.ts'
import type { Consumer } from '#lambda/consumer.ts'
import { accountOpener } from '#use-cases/orders/open-account.ts'
import { sendGate } from '#use-cases/orders/send/send-gate.ts'
import { consumersInTime } from '../../../support/consumers-in-time.ts'
import { killable, lifeline } from '../../../support/faults/killable.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ both: true })

/** One run of the consumer at a time, in time that passes while somebody waits. Its run number `dies` dies at that step. */
const oneRun = (dies: { readonly run: number; readonly at: number } | null = null) => {
  const { clock, ids, ports } = world
  const sent: string[] = []
  const sentAt = new Map<string, number>()
  let runs = 0
  const registry = exchangeRegistry(TRADING, {
    clock,
    log: world.jsonLog,
    urls: { ...world.at('EXCHANGE_A').urls, ...world.at('EXCHANGE_B').urls },
    storedMarket: (svcId) => ports.markets.get(svcId),
    sleep: (ms) => running.sleep(ms),
    elapsed: clock,
    httpOf: () => world.http,
  })
  const openAccount = accountOpener({ ...ports, after: () => () => undefined })
  const gate = sendGate({ refusals: ports.exchangeRefusals, clock, log: world.jsonLog })
  const log = {
    ...world.jsonLog,
    info: (message: string, fields: object = {}) => {
      if (message !== 'order sent' || !('orderId' in fields)) return
      sent.push(String(fields.orderId))
      sentAt.set(String(fields.orderId), clock())
    },
  }
  const handle = async (...call: Parameters<ReturnType<Consumer<never>['on']>>) => {
    runs += 1
    const life = lifeline(dies?.run === runs ? dies.at : Number.POSITIVE_INFINITY)
    const deps = {
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, killable(port, life)])),
      exchanges: (name: Parameters<typeof registry.exchange>[0]) => killable(registry.exchange(name), life),
      openAccount,
      sendGate: gate,
      slippage: 20_000,
      pause: running.sleep,
      handBack: running.handBack,
      clock,
      ids,
      log,
    }
    const reply = await (handler as Consumer<never>).on(() => deps as never)(...call)
    // A process that was killed says nothing any more.
    return life.over ? new Promise<never>(() => undefined) : reply
  }
  const running = consumersInTime(world.time, world.queues, [{ spec: handler.spec, atOnce: 1, handle }])
  return { running, sent, sentAt, runs: () => runs }
}

/** More than the account may send in three seconds: orders cost a tenth of what it gets in one. */
const heap = async (): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let nth = 0; nth < 40; nth += 1) ids.push(await world.place({ price: 0.01, qty: 10 }))
  return ids
}
const other = () => world.place({ svc_id: svcIdOf('EXCHANGE_B', world.at('EXCHANGE_B').market), price: 0.05, qty: 10 })

describe('an account over its rate limit', () => {
  it('delays no order of another account, though only one run is there for both', async () => {
    const { running, sentAt, runs } = oneRun()
    const begun = world.clock()
    const mine = await heap()
    const theirs: string[] = []
    for (const second of [0, 1, 2]) {
      running.at(begun + second * SECOND + 700, async () => {
        theirs.push(await other())
      })
    }
    await running.runUntil(begun + 15 * SECOND)
    const waits = theirs.map((id, nth) => (sentAt.get(id) ?? Number.POSITIVE_INFINITY) - (begun + nth * SECOND + 700))
    expect(Math.max(...waits)).toBeLessThanOrEqual(SECOND / 2)
    expect(mine.filter((id) => sentAt.has(id))).toHaveLength(mine.length)
    // At ten a second, and not much slower than if a run had waited.
    expect(Math.max(...mine.map((id) => (sentAt.get(id) ?? 0) - begun))).toBeLessThanOrEqual(5 * SECOND)
    expect(runs()).toBeLessThanOrEqual(20)
    await world.agree()
  })

  it('has its orders sent in the order in which they were placed, each once', async () => {
    const { running, sent } = oneRun()
    const mine = await heap()
    await running.runUntil(world.clock() + 15 * SECOND)
    expect(sent).toEqual(mine)
    await world.agree()
  })

  it('writes nothing for an order that waits', async () => {
    const { running } = oneRun()
    const mine = await heap()
    await running.runUntil(world.clock() + 15 * SECOND)
    const stored = await Promise.all(mine.map((id) => world.ports.orders.get(id)))
    expect(stored.map((order) => [order?.retries, order?.lastError])).toEqual(mine.map(() => [0, null]))
  })

  it('loses and doubles no order when a run dies, wherever it dies', async () => {
    for (const [run, at] of [
      [1, 0],
      [1, 45],
      [2, 30],
      [2, 90],
      [3, 60],
      [4, 120],
    ] as const) {
      const { running } = oneRun({ run, at })
      const mine = await heap()
      await running.runUntil(world.clock() + 45 * SECOND)
      await world.pass('2m', 5)
      const orders = await Promise.all(mine.map((id) => world.order(id)))
      expect([run, at, orders.map(({ status }) => status)]).toEqual([run, at, mine.map(() => 'RESTING')])
      await world.agree()
      for (const id of mine) await world.delete(`/v1/orders/${id}`)
      await world.pass('1m', 5)
    }
  })
})
