/** From the exchange's word to a client of the stream: fills of an order, and quotes. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { quantile } from '../quantile.ts'
import { Placed } from '../service/measure-acceptance.ts'
import { type BenchMarket, type MeasuredService, pickMarket, pickMarkets } from '../service/run-service.ts'
import type { TimesOf } from '../times-table.ts'
import { openClient } from './open-client.ts'

/** Contracts of one fill; an order on EXCHANGE_B is for five at least. */
const QTY = 5
/** Until an order has rested for long enough to be streamed, and the sockets are open. */
const SETTLES = 15_000
const PATIENCE = 30_000

const Fill = v.object({ svc_order_id: v.string(), qty: v.number() })
const Quote = v.object({ best_bid: v.nullable(v.number()) })

/** So many fills and changes of a book on each exchange. */
export const measureTold = async (
  service: MeasuredService,
  events: number,
  progress: (text: string) => void,
): Promise<readonly TimesOf[]> => {
  const figures: TimesOf[] = []
  for (const exchange of EXCHANGE_NAMES) {
    const [market] = exchange === 'EXCHANGE_A' ? [await pickMarket(service)] : await pickMarkets(service, 1, exchange)
    if (market === undefined) throw new Error('no market to trade in')
    const note = (what: string, times: readonly number[]): void => {
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      progress(`live: ${what} on ${exchange} after ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
      figures.push({ exchange, what, count: times.length, p50, p99 })
    }
    note('a fill', await fillBitByBit(service, exchange, market, events))
    note('a quote', await moveBook(service, exchange, market, events))
  }
  return figures
}

const fillBitByBit = async (
  service: MeasuredService,
  exchange: ExchangeName,
  { svcId, ticker }: BenchMarket,
  count: number,
): Promise<readonly number[]> => {
  await service.control('/control/book', { market: ticker, bids: [], asks: [] }, exchange)
  const { subaccountId: subaccount_id } = service
  const order = { subaccount_id, svc_id: svcId, buy_flag: true, qty: QTY * count, price: 0.4, order_type: 'LIMIT' }
  const placed = v.parse(Placed, await service.call('POST', '/v1/orders', order))
  const told: number[] = []
  const client = await openClient(service, ['fills'], ({ type, data }, at) => {
    if (type === 'order.filled' && v.parse(Fill, data).svc_order_id === placed.svc_order_id) told.push(at)
  })
  await wait(SETTLES)
  const begun: number[] = []
  for (let n = 1; n <= count; n += 1) {
    await wait((n * 137) % 500)
    begun.push(performance.now())
    await service.control('/control/trade', { market: ticker, price: 0.4, qty: QTY, buy_flag: false }, exchange)
    await until(() => told.length >= n, `fill ${n} is not told`)
  }
  client.close()
  return told.slice(0, count).map((at, n) => at - (begun[n] ?? Number.NaN))
}

const moveBook = async (
  service: MeasuredService,
  exchange: ExchangeName,
  { svcId, ticker }: BenchMarket,
  count: number,
): Promise<readonly number[]> => {
  const bidOf = (n: number): number => (20 + (n % 50)) / 100
  const set = (n: number) =>
    service.control('/control/book', { market: ticker, bids: [[bidOf(n), 100]], asks: [[0.9, 100]] }, exchange)
  await set(count)
  let last: { readonly bid: number | null; readonly at: number } = { bid: null, at: 0 }
  const client = await openClient(service, [`quotes:${svcId}`], ({ data }, at) => {
    last = { bid: v.parse(Quote, data).best_bid, at }
  })
  await wait(SETTLES)
  const taken: number[] = []
  for (let n = 0; n < count; n += 1) {
    await wait(250 + ((n * 137) % 500))
    const began = performance.now()
    await set(n)
    await until(() => last.bid === bidOf(n), `quote ${n} is not told`)
    taken.push(last.at - began)
  }
  client.close()
  return taken
}

const until = async (holds: () => boolean, words: string): Promise<void> => {
  const began = performance.now()
  while (!holds()) {
    if (performance.now() - began > PATIENCE) throw new Error(`${words} within half a minute`)
    await wait(2)
  }
}
