/** One play of chaos: orders of all kinds under faults and kills, then quiet. Answers what was seen; judges nothing. */

import { seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { type Client, startClient } from './client.ts'
import { type Exchanges, startExchanges } from './exchanges.ts'
import { type FaultPlay, pause, playFaults, type RandomOf } from './faults.ts'
import { findMarkets, moveMarket, type PlayedMarket, setBook } from './markets.ts'
import { allOrders, type Reader, startReader } from './reader.ts'
import { type Desk, requestedNext } from './requests.ts'
import { type Service, startService } from './service.ts'

export interface PlayOptions {
  readonly seed: number
  /** How many requests the client makes, cancels included. */
  readonly requests: number
  /** Requests each second. */
  readonly perSecond: number
  /** No request is made after this long, whether or not all were made. */
  readonly minutes: number
  /** How long it is left alone after the last fault, at most. */
  readonly quietS: number
  /** Where the service and the exchanges keep their data. */
  readonly folder: string
}

export interface Played {
  readonly service: Service
  readonly exchanges: Exchanges
  readonly client: Client
  readonly reader: Reader
  readonly faults: FaultPlay['counts']
  /** How long each start took, in ms: the number of kills is their count. */
  readonly starts: readonly number[]
  /** From when on the exchanges took every order again. */
  readonly faultsEndedAt: number
  /** The longest that an order stood unsent or PROCESSING after faults ended (or after its own creation), in ms. */
  readonly worst: { readonly orderId: string; readonly ms: number }
  /** How many requests were made. */
  readonly requested: number
  readonly playedS: number
  stop(): Promise<void>
}

export const play = async ({ seed, requests, perSecond, minutes, quietS, folder }: PlayOptions): Promise<Played> => {
  const randomOf: RandomOf = (purpose) => seededRandom(`${seed}:${purpose}`)
  const exchanges = await startExchanges(folder)
  const service = await startService(folder, exchanges)
  const markets = await findMarkets(service)
  const books = randomOf('first books')
  for (const market of markets) await setBook(exchanges, market, books)
  const desk = { subaccountId: service.subaccountId, markets, assets: await makeAssets(service, markets) }

  const beganAt = Date.now()
  const [over, trading] = [new AbortController(), new AbortController()]
  const client = startClient(service, over.signal)
  const reader = startReader(service)
  const moving = moveMarkets(exchanges, markets, randomOf, trading.signal)
  const faults = playFaults(exchanges, markets, randomOf)
  const starts: number[] = []
  const killing = killAgainAndAgain(service, randomOf, trading.signal, starts)
  const requestedAt = await ask(client, desk, { randomOf, requests, perSecond, until: beganAt + minutes * 60_000 })

  trading.abort()
  const [faultsEndedAt] = await Promise.all([faults.stop(), killing, moving])
  const tradedUntil = Date.now()
  // Who has no answer yet goes on asking: a claim of a request that died is free after a minute.
  const worst = await waitUntilQuiet(service, faultsEndedAt, quietS, async () => {
    for (const market of markets) await setBook(exchanges, market, books).catch(() => undefined)
  })
  over.abort()
  await reader.stop()
  return {
    service,
    exchanges,
    client,
    reader,
    faults: faults.counts,
    starts,
    faultsEndedAt,
    worst,
    requested: requestedAt,
    playedS: (tradedUntil - beganAt) / 1_000,
    stop: async () => {
      await service.kill()
      await exchanges.stop()
    },
  }
}

/** One custom asset for each way of allocating, over both exchanges. */
const makeAssets = (service: Service, markets: readonly PlayedMarket[]): Promise<readonly string[]> =>
  Promise.all(
    (['BEST_PRICE', 'EQUAL'] as const).map(async (allocation, place) => {
      const members = markets.filter((_, index) => index % 3 === place)
      const { body } = await service.call('POST', '/v1/custom-assets', {
        subaccount_id: service.subaccountId,
        name: allocation,
        allocation,
        svc_ids: members.map(({ svcId }) => svcId),
      })
      return String(body.custom_asset_id)
    }),
  )

const moveMarkets = async (
  exchanges: Exchanges,
  markets: readonly PlayedMarket[],
  randomOf: RandomOf,
  over: AbortSignal,
): Promise<void> => {
  const random = randomOf('books')
  while (!over.aborted) {
    // A paused market takes neither books nor trades.
    await moveMarket(exchanges, markets, random).catch(() => undefined)
    await pause(random.whole(50, 400), over)
  }
}

const killAgainAndAgain = async (
  service: Service,
  randomOf: RandomOf,
  over: AbortSignal,
  starts: number[],
): Promise<void> => {
  const random = randomOf('kills')
  while (!over.aborted) {
    await pause(random.whole(5_000, 20_000), over)
    if (over.aborted) return
    await service.kill()
    const killedAt = Date.now()
    starts.push((await service.restart()) - killedAt)
  }
}

/** More may wait for their answers than this, but no more begin. */
const UNANSWERED = 60

/** Makes the requests and answers how many, each with a stream of its own: how fast they are answered does not change what they are. */
const ask = async (
  client: Client,
  desk: Desk,
  {
    randomOf,
    requests,
    perSecond,
    until,
  }: Pick<PlayOptions, 'requests' | 'perSecond'> & { readonly randomOf: RandomOf; readonly until: number },
): Promise<number> => {
  const asking = new Set<Promise<void>>()
  for (let number = 0; number < requests; number += 1) {
    const random = randomOf(`request ${number}`)
    const one = client.carryOut(requestedNext(desk, random, number), `chaos-${number}`, random).finally(() => {
      asking.delete(one)
    })
    asking.add(one)
    await pause(random.whole(0, 2_000 / perSecond), new AbortController().signal)
    if (asking.size >= UNANSWERED) await Promise.race(asking)
    if (Date.now() > until) return number + 1
  }
  return requests
}

/** Until nothing is on its way any more and all TWAPs have ended, at least so long that a claim of a dead request is free. */
const waitUntilQuiet = async (
  service: Service,
  from: number,
  quietS: number,
  renewBooks: () => Promise<void>,
): Promise<Played['worst']> => {
  let worst = { orderId: '', ms: 0 }
  const [earliest, latest] = [from + Math.min(quietS, LEAST_QUIET_S) * 1_000, from + quietS * 1_000]
  for (let calm = false; Date.now() < latest && !(calm && Date.now() > earliest); ) {
    await pause(500, new AbortController().signal)
    const under = await Promise.all(
      ['PENDING_SUBMISSION', 'PROCESSING'].map((status) => allOrders(service, `&status=${status}`)),
    )
    for (const { svc_order_id, created_at } of under.flat()) {
      const ms = Date.now() - Math.max(from, Date.parse(created_at))
      if (ms > worst.ms) worst = { orderId: svc_order_id, ms }
    }
    calm = under.flat().length === 0
    // A stop-loss waits as long as nobody offers to trade.
    if (!calm) await renewBooks()
  }
  return worst
}

/** A minute until a claim is free, half a minute for what is made then. */
const LEAST_QUIET_S = 95
