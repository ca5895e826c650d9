/** From the price on the simulated exchange to the order that it fires, by the clock of the exchange's own ledger. */

import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import { price } from '#domain/kernel/numbers.ts'
import { quantile } from '../quantile.ts'
import { type BenchMarket, type MeasuredService, pickMarkets } from '../service/run-service.ts'
import { textTable } from '../text-table.ts'
import { armedStop } from './armed-stop.ts'
import type { PollFigures } from './measure-polls.ts'

export interface TriggerFigures {
  readonly prints: { readonly count: number; readonly p50: number; readonly p99: number }
  readonly burst: {
    readonly stops: number
    readonly accounts: number
    /** From the print to the last acceptance. */
    readonly seconds: number
    /** From the first that fired, by the clock of the service, to the last acceptance. */
    readonly sinceFiring: number
    /** From the first that fired to the last that did, and until every account had its first order accepted. */
    readonly firing: number
    readonly firstAccepted: number
    /** Subaccounts needed to stay within the rate limits of the accounts. */
    readonly atLeast: number
    readonly perSecond: number
  }
}

export interface TriggerEffort {
  readonly prints: number
  readonly burst: number
  readonly accounts: number
}

export const measureTriggers = async (
  service: MeasuredService,
  effort: TriggerEffort,
  progress: (text: string) => void,
): Promise<TriggerFigures> => {
  const markets = await pickMarkets(service, effort.prints + 1)
  const [last] = markets
  if (last === undefined) throw new Error('no market to trade in')
  const accounts = await openAccounts(service, effort.accounts)
  const table = service.openTable(() => undefined)
  const store = complexOrderStore(table)
  const armIn = async (market: BenchMarket, subaccountIds: readonly string[]): Promise<readonly string[]> => {
    const now = Date.now()
    const shard = (await marketStore(table).get(market.svcId))?.shard ?? 0
    const stops = subaccountIds.map((subaccountId): ComplexOrder => {
      const place = { userId: service.userId, subaccountId, svcId: market.svcId, nativeId: market.ticker, shard }
      return armedStop({ complexOrderId: v7(), ...place, buyFlag: true, stopPrice: price(500_000) }, now)
    })
    for (let start = 0; start < stops.length; start += TOGETHER) {
      await store.save({ newComplexOrders: stops.slice(start, start + TOGETHER) })
    }
    return stops.map(({ complexOrderId }) => complexOrderId)
  }
  for (const market of markets) await show(service, market, 0.4)

  progress(`triggers: ${effort.prints} prints`)
  const single = await Promise.all(markets.slice(1).map((market) => armIn(market, accounts.slice(0, 1))))
  await untilWatching(service)
  const printed = new Map<string, number>()
  for (const [n, market] of markets.slice(1).entries()) {
    // At any moment between two looks.
    await wait(((n * 37) % 50) * 20)
    await show(service, market, 0.5)
    for (const id of single[n] ?? []) printed.set(id, Date.now())
  }
  const accepted = await acceptances(service, [...printed.keys()])
  const delays = [...printed].map(([id, at]) => (accepted.get(id) ?? Number.NaN) - at)

  progress(`triggers: ${effort.burst} at once over ${effort.accounts} accounts`)
  const crowd = await armIn(
    last,
    Array.from({ length: effort.burst }, (_, n) => accounts[n % accounts.length] ?? ''),
  )
  await show(service, last, 0.5)
  const at = Date.now()
  const taken = await acceptances(service, crowd)
  const fired = await inHundreds(crowd, (ids) => store.getAll(ids))
  const firings = fired.map((one) => ('triggeredAt' in one ? one.triggeredAt : null) ?? Number.NaN)
  const firedAt = Math.min(...firings)
  const firsts = accounts.map((_, account) =>
    Math.min(...crowd.filter((_, n) => n % accounts.length === account).map((id) => taken.get(id) ?? Number.NaN)),
  )
  const perAccount = effort.burst / effort.accounts
  return {
    prints: { count: delays.length, p50: quantile(delays, 0.5), p99: quantile(delays, 0.99) },
    burst: {
      stops: effort.burst,
      accounts: effort.accounts,
      seconds: (Math.max(...taken.values()) - at) / 1_000,
      sinceFiring: (Math.max(...taken.values()) - firedAt) / 1_000,
      firing: (Math.max(...firings) - firedAt) / 1_000,
      firstAccepted: (Math.max(...firsts) - firedAt) / 1_000,
      atLeast: Math.max(0, perAccount - AT_ONCE) / PER_SECOND,
      perSecond: PER_SECOND,
    },
  }
}

/** Orders a second, and at once, of one account of the exchange's lowest tier (Kalshi reference, section 4). */
const PER_SECOND = 10
const AT_ONCE = 8
/** As many as one transaction takes. */
const TOGETHER = 50

const show = (service: MeasuredService, { ticker }: BenchMarket, bid: number) =>
  service.control('/control/book', { market: ticker, bids: [[bid, 1_000]], asks: [[bid + 0.02, 1_000_000]] })

/** Subaccounts, each with an account at the exchange; the first belongs to the first user. */
const openAccounts = async (service: MeasuredService, count: number): Promise<readonly string[]> => {
  const ids = [service.subaccountId]
  for (let n = 1; n < count; n += 1) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keyId = v7()
    await service.addAccount({
      id: `bench-${n}`,
      apiKeyId: keyId,
      publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })
    const { subaccount_id: id } = v.parse(Made, await service.call('POST', '/v1/subaccounts', { name: `bench ${n}` }))
    await service.call('PUT', `/v1/subaccounts/${id}/credentials/EXCHANGE_A`, {
      api_key_id: keyId,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })
    ids.push(id)
  }
  return ids
}

const Made = v.object({ subaccount_id: v.string() })

/** The watch begins with the minute. */
const untilWatching = async (service: MeasuredService): Promise<void> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const { price_watch: feeds } = v.parse(Health, await service.call('GET', '/v1/health'))
    if (feeds.some(({ status }) => status === 'watching')) return
    await wait(500)
  }
  throw new Error('the prices are not watched after 100 s')
}

const Health = v.object({ price_watch: v.array(v.object({ status: v.string() })) })

/** When the exchange took the order of each stop: its first identity there is the order's id. Each must be there once. */
const acceptances = async (
  service: MeasuredService,
  complexOrderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const store = complexOrderStore(service.openTable(() => undefined))
  for (let tries = 0; tries < 600; tries += 1) {
    const { submits } = v.parse(Ledger, await service.control('/control/ledger'))
    const times = Map.groupBy(submits, ({ identity }) => identity ?? '')
    const orders = (await inHundreds(complexOrderIds, (ids) => store.getAll(ids))).map((one) => ({
      id: one.complexOrderId,
      sends: times.get((isConditional(one) ? one.triggerOrderId : null) ?? 'none') ?? [],
    }))
    if (orders.length === complexOrderIds.length && orders.every(({ sends }) => sends.length > 0)) {
      return new Map(orders.map(({ id, sends }) => [id, Math.min(...sends.map(({ at }) => at))]))
    }
    await wait(500)
  }
  throw new Error('not every trigger has reached the exchange after five minutes')
}

const Ledger = v.object({ submits: v.array(v.object({ identity: v.nullable(v.string()), at: v.number() })) })

const inHundreds = async <Found>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> => {
  const found: Found[] = []
  for (let start = 0; start < ids.length; start += 100) found.push(...(await find(ids.slice(start, start + 100))))
  return found
}

export const triggersText = ({ stops, instruments, polls }: PollFigures, { prints, burst }: TriggerFigures): string => {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const costs = textTable(
    [
      `${stops.toLocaleString('en')} stops over ${instruments.toLocaleString('en')} instruments, one poll`,
      'ms',
      'read units',
      'per instrument',
    ],
    polls.map(({ what, ms, readUnits }) => [
      what,
      ms.toFixed(0),
      readUnits.toFixed(1),
      (readUnits / instruments).toFixed(3),
    ]),
  )
  const { perSecond, accounts } = burst
  const times = burst.atLeast === 0 ? '' : `, ${(burst.sinceFiring / burst.atLeast).toFixed(2)} times`
  return [
    costs,
    '',
    `${prints.count} prints, one stop each, polled every 5 s: from the print to the acceptance of the order p50 ${seconds(prints.p50)}, p99 ${seconds(prints.p99)}.`,
    '',
    `${burst.stops} stops at once over ${accounts} accounts: from the first that fires to the last acceptance ${burst.sinceFiring.toFixed(1)} s${times} the ${burst.atLeast.toFixed(1)} s that the rate limits (${perSecond} orders a second and account) alone need. All had fired after ${burst.firing.toFixed(1)} s, and each account had its first order accepted after ${burst.firstAccepted.toFixed(1)} s. From the print, which a look has to see first, it was ${burst.seconds.toFixed(1)} s.`,
  ].join('\n')
}
