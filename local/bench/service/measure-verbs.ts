/** How long a trader waits for a preview, for the quotes of a hundred markets, and until a batch of twenty is at its exchange. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'
import { type MeasuredService, pickMarkets } from './run-service.ts'

export interface VerbFigures {
  readonly waits: ReadonlyArray<{ readonly what: string; readonly times: readonly number[] }>
  readonly batches: ReadonlyArray<{ readonly exchange: ExchangeName; readonly answered: number; readonly last: number }>
}

/** `calls` of each, one after the other. */
export const measureVerbs = async (
  service: MeasuredService,
  calls: number,
  progress: (text: string) => void,
): Promise<VerbFigures> => {
  const markets = new Map<ExchangeName, readonly number[]>()
  for (const exchange of EXCHANGE_NAMES) markets.set(exchange, await marketsOf(service, exchange))
  const waits: Array<{ what: string; times: readonly number[] }> = []
  for (const [exchange, [svc_id]] of markets) {
    progress(`verbs: ${calls} previews on ${exchange}`)
    const body = { subaccount_id: service.subaccountId, svc_id, buy_flag: true, qty: 10, order_type: 'MARKET' }
    const times = await timed(calls, () => service.call('POST', '/v1/orders/preview', body))
    waits.push({ what: `preview on ${exchange}`, times })
  }
  const named = [...markets.values()].flatMap((all) => all.slice(0, QUOTED / markets.size))
  progress(`verbs: ${calls} times the quotes of ${named.length} markets`)
  const times = await timed(calls, () => service.call('GET', `/v1/quotes?svc_ids=${named.join(',')}`))
  waits.push({ what: `quotes of ${named.length} markets`, times })
  const batches: Array<VerbFigures['batches'][number]> = []
  for (const [exchange, [svcId = 0]] of markets) {
    progress(`verbs: a batch of ${BATCH} on ${exchange}`)
    batches.push(await batchOn(service, exchange, svcId))
  }
  return { waits, batches }
}

const QUOTED = 100
const BATCH = 20

const Found = v.object({ results: v.array(v.object({ svc_id: v.number() })) })

const marketsOf = async (service: MeasuredService, exchange: ExchangeName): Promise<readonly number[]> => {
  // A service that has just started has no catalogue yet.
  await pickMarkets(service, 1, exchange)
  const path = `/v1/markets/search?q=will&exchange_name=${exchange}&limit=${QUOTED}`
  return v.parse(Found, await service.call('GET', path)).results.map(({ svc_id }) => svc_id)
}

/** Milliseconds of each call; the first ones start the function and are not counted. */
const timed = async (calls: number, call: () => Promise<unknown>): Promise<readonly number[]> => {
  const times: number[] = []
  for (let n = -WARM; n < calls; n++) {
    const began = performance.now()
    await call()
    if (n >= 0) times.push(performance.now() - began)
    // The rate limits of the exchanges are not what is measured.
    await wait(APART)
  }
  return times
}

const WARM = 3
const APART = 400

const Ledger = v.object({ submits: v.array(v.object({ at: v.number() })) })

/** When the answer came, and when the exchange had taken the last order, in milliseconds after the request. */
const batchOn = async (service: MeasuredService, exchange: ExchangeName, svc_id: number) => {
  const submits = async () => v.parse(Ledger, await service.control('/control/ledger', undefined, exchange)).submits
  const before = (await submits()).length
  const one = { subaccount_id: service.subaccountId, svc_id, buy_flag: true, qty: 5, price: 0.01 }
  const began = Date.now()
  await service.call('POST', '/v1/orders/batch', { orders: Array.from({ length: BATCH }, () => one) })
  const answered = Date.now() - began
  for (let tries = 0; tries < 100; tries++) {
    const last = (await submits()).slice(before).map(({ at }) => at)[BATCH - 1]
    if (last !== undefined) return { exchange, answered, last: last - began }
    await wait(200)
  }
  throw new Error(`a batch did not reach ${exchange} within 20 s`)
}

export const verbsText = ({ waits, batches }: VerbFigures): string => {
  const rows = waits.map(({ what, times }) => [
    what,
    String(times.length),
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.99).toFixed(0),
  ])
  const sent = batches.map(({ exchange, answered, last }) => [exchange, answered.toFixed(0), last.toFixed(0)])
  return `${textTable(['one after the other', 'calls', 'p50 ms', 'p99 ms'], rows)}\n\n${textTable(
    [`a batch of ${BATCH}`, 'answered after ms', 'the last at the exchange after ms'],
    sent,
  )}`
}
