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
/** The service dies soon after it has accepted so many: a number and not a moment, so that a slow machine has as many. */
const KILLED_AFTER = { least: 4, most: 30 }
/** The service sends half of the orders that no run had claimed this soon: within a second or two on an idle machine. */
const SOON_MS = 15_000
/** The last one, on a busy machine: on an idle one, ten seconds after the end of the longest lease. */
const LAST_MS = 120_000

/** How long an accepted order waited after the restart; `isClaimed` if the service had begun to send it when it died. */
interface Wait {
  readonly ms: number
  readonly isClaimed: boolean
}

it('accepted orders that nobody was sending are sent soon after a restart, the others after their lease, none twice', {
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
    const waits: Wait[] = []
    for (let kill = 0; kill < Number(CHAOS_KILLS); kill += 1) {
      const accepted = await placeUntilKilled(service, markets, random)
      const killedAt = Date.now()
      const readyAt = await service.restart()
      waits.push(...(await waitForAll(exchanges, service, accepted, { killedAt, readyAt })))
    }
    const after = (isClaimed: boolean) => {
      const times = waits.filter((one) => one.isClaimed === isClaimed).map(({ ms }) => ms)
      times.sort((one, other) => one - other)
      return { count: times.length, half: times[Math.floor(times.length / 2)] ?? 0, last: times.at(-1) ?? 0 }
    }
    const [waiting, claimed] = [after(false), after(true)]
    console.log(
      `${CHAOS_KILLS} kills: ${waiting.count} orders were waiting, half of them sent after ${waiting.half} ms, the last after ` +
        `${waiting.last} ms; ${claimed.count} were being sent, the last after ${claimed.last} ms`,
    )
    expect(waits.length).toBeGreaterThanOrEqual(Number(CHAOS_KILLS) * KILLED_AFTER.least)
    expect(waiting.half).toBeLessThanOrEqual(SOON_MS)
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
  const enough = random.whole(KILLED_AFTER.least, KILLED_AFTER.most)
  const { promise: isEnough, resolve: kill } = Promise.withResolvers<void>()
  const placing = Array.from({ length: ORDERS }, async (_, number) => {
    const { svcId, cents } = markets[number % markets.length] ?? { svcId: 0, cents: 50 }
    const body = { subaccount_id: service.subaccountId, svc_id: svcId, qty: 5, buy_flag: true, price: cents / 100 }
    await wait(number * apart)
    const answer = await service.call('POST', '/v1/orders', body).catch(() => null)
    if (answer?.status === 202) accepted.push(answer.body.svc_order_id)
    if (accepted.length >= enough) kill()
  })
  await Promise.race([isEnough, Promise.all(placing)])
  await wait(random.whole(0, 1_500))
  await service.kill()
  await Promise.all(placing)
  return accepted
}

/** How long each of them waited until it arrived at its exchange; fails if one has not arrived in time. An order sent before the kill has not waited. */
const waitForAll = async (
  exchanges: Exchanges,
  service: Service,
  orderIds: readonly string[],
  { killedAt, readyAt }: { readonly killedAt: number; readonly readyAt: number },
): Promise<readonly Wait[]> => {
  const store = orderStore(service.table())
  for (;;) {
    const ledgers = await Promise.all(EXCHANGE_NAMES.map((name) => exchanges.ledger(name)))
    const stored = await Promise.all(orderIds.map((id) => store.get(id)))
    const identities = new Map(
      stored.flatMap((order) => (order === null ? [] : [[order.orderId, identitiesOf(order)]])),
    )
    const arrived = firstArrivals(ledgers, orderIds, (id) => identities.get(id) ?? [])
    if (arrived.size === orderIds.length)
      return stored.flatMap((order) => {
        const at = arrived.get(order?.orderId ?? '')
        const firstSentAt = order?.attempt?.firstSentAt
        if (at === undefined || firstSentAt === undefined) return []
        return [{ ms: Math.max(0, at - readyAt), isClaimed: firstSentAt <= killedAt }]
      })
    expect(
      Date.now(),
      `${orderIds.length - arrived.size} of ${orderIds.length} orders are not on their way`,
    ).toBeLessThan(readyAt + LAST_MS)
    await wait(250)
  }
}

const submittedTwice = async (exchanges: Exchanges): Promise<readonly string[]> => {
  const ledgers = await Promise.all(EXCHANGE_NAMES.map((name) => exchanges.ledger(name)))
  const placed = ledgers.flatMap(({ accounts }) => accounts.flatMap(({ orders }) => orders))
  const by = Map.groupBy(placed, ({ identity }) => identity)
  return [...by].filter(([, orders]) => orders.length > 1).map(([identity]) => identity)
}
