/** Delay until accepted orders are sent after `kill -9`, with working exchanges. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { type SeededRandom, seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { identitiesOf } from '../support/identities-of.ts'
import { runSeed } from '../support/run/plays.ts'
import { type Exchanges, startExchanges } from './exchanges.ts'
import { firstArrivals } from './first-arrivals.ts'
import { findMarkets, type PlayedMarket, setBook } from './markets.ts'
import { type Service, startService } from './service.ts'

const { CHAOS_KILLS = '5', CHAOS_FOLDER = tmpdir() } = process.env

/** Placed one after another until the service dies: some are stored, some in the queue, some in the middle of their send. */
const ORDERS = 40
/** Nearly all are on their way this soon after the start: five seconds on an idle machine, and far less than a lease anywhere. */
const SOON_MS = 15_000
/** The last one: ten seconds after the end of the longest lease. */
const LAST_MS = 40_000

it('accepted orders are sent soon after a restart, the last one 10 s after the longest lease, none twice', {
  timeout: 900_000,
}, async () => {
  mkdirSync(CHAOS_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CHAOS_FOLDER, 'kill-'))
  const random = seededRandom(`${runSeed()}:kill`)
  const exchanges = await startExchanges(folder)
  const service = await startService(folder, exchanges)
  try {
    const markets = await findMarkets(service)
    for (const market of markets) await setBook(exchanges, market, random)
    const waits: number[] = []
    for (let kill = 0; kill < Number(CHAOS_KILLS); kill += 1) {
      const accepted = await placeUntilKilled(service, markets, random)
      const readyAt = await service.restart()
      const arrivals = await waitForAll(exchanges, service, accepted, readyAt + LAST_MS)
      // All accepted orders count. An order sent before the kill has not waited.
      waits.push(...arrivals.map((at) => Math.max(0, at - readyAt)))
    }
    waits.sort((one, other) => one - other)
    const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0
    const p50 = waits[Math.floor(waits.length / 2)]
    console.log(
      `${waits.length} orders after ${CHAOS_KILLS} kills: p50 ${p50} ms, p95 ${p95} ms, last ${waits.at(-1)} ms`,
    )
    expect(waits.length).toBeGreaterThan(0)
    expect(p95).toBeLessThanOrEqual(SOON_MS)
    expect(await submittedTwice(exchanges), 'orders the exchange has twice').toEqual([])
    rmSync(folder, { recursive: true, force: true })
  } finally {
    await service.kill()
    await exchanges.stop()
  }
})

/** Returns the ids of the orders that were accepted before the service died. */
const placeUntilKilled = async (
  service: Service,
  markets: readonly PlayedMarket[],
  random: SeededRandom,
): Promise<readonly string[]> => {
  const accepted: string[] = []
  const apart = random.whole(10, 60)
  const placing = Array.from({ length: ORDERS }, async (_, number) => {
    const { svcId, cents } = markets[number % markets.length] ?? { svcId: 0, cents: 50 }
    const body = { subaccount_id: service.subaccountId, svc_id: svcId, qty: 5, buy_flag: true, price: cents / 100 }
    await wait(number * apart)
    const answer = await service.call('POST', '/v1/orders', body).catch(() => null)
    if (answer?.status === 202) accepted.push(answer.body.svc_order_id)
  })
  await wait(random.whole(500, 3_000))
  await service.kill()
  await Promise.all(placing)
  return accepted
}

/** When each of them arrived at its exchange; fails when one has not by `until`. */
const waitForAll = async (
  exchanges: Exchanges,
  service: Service,
  orderIds: readonly string[],
  until: number,
): Promise<readonly number[]> => {
  const store = orderStore(service.table())
  for (;;) {
    const ledgers = await Promise.all(EXCHANGE_NAMES.map((name) => exchanges.ledger(name)))
    const stored = await Promise.all(orderIds.map((id) => store.get(id)))
    const identities = new Map(
      stored.flatMap((order) => (order === null ? [] : [[order.orderId, identitiesOf(order)]])),
    )
    const arrived = firstArrivals(ledgers, orderIds, (id) => identities.get(id) ?? [])
    if (arrived.size === orderIds.length) return [...arrived.values()]
    expect(
      Date.now(),
      `${orderIds.length - arrived.size} of ${orderIds.length} orders are not on their way`,
    ).toBeLessThan(until)
    await wait(250)
  }
}

const submittedTwice = async (exchanges: Exchanges): Promise<readonly string[]> => {
  const ledgers = await Promise.all(EXCHANGE_NAMES.map((name) => exchanges.ledger(name)))
  const placed = ledgers.flatMap(({ accounts }) => accounts.flatMap(({ orders }) => orders))
  const by = Map.groupBy(placed, ({ identity }) => identity)
  return [...by].filter(([, orders]) => orders.length > 1).map(([identity]) => identity)
}
