/** From a print to the order that it fires, and from a fill to the answer that shows it: on both exchanges, with their caches on. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { quantile } from '../quantile.ts'
import { Placed } from '../service/measure-acceptance.ts'
import { type BenchMarket, type MeasuredService, pickMarkets } from '../service/run-service.ts'
import type { TimesOf } from '../times-table.ts'
import { hearFills } from './hear-fills.ts'

/** So many prints and fills of each kind. */
export const measureStreams = async (
  service: MeasuredService,
  events: number,
  progress: (text: string) => void,
): Promise<readonly TimesOf[]> => {
  const figures: TimesOf[] = []
  await service.control('/control/switches', { unsigned_refusals: STRANGERS_REFUSED })
  for (const exchange of EXCHANGE_NAMES) {
    const markets = await takingOrders(service, await pickMarkets(service, events + SPARE, exchange), events + 1)
    const [first, ...others] = markets
    if (first === undefined) throw new Error('no market to trade in')
    const note = (what: string, times: readonly number[]) =>
      figures.push({ exchange, what, count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) })
    progress(`streams: ${events} fills on ${exchange}`)
    const { shown, told } = await fills(service, exchange, first, events)
    note('a fill, to the GET that shows it', shown)
    note('the same, to the stream of a client', told)
    progress(`streams: ${events} prints on ${exchange}`)
    note('a print, to the acceptance', await prints(service, exchange, others, { within: SECOND }))
    progress(`streams: ${events} prints on ${exchange}, its sockets dead`)
    const kill = async () => {
      await service.control('/control/streams', { kind: 'refuse', status: 503 }, exchange)
      await service.control('/control/streams', { kind: 'drop' }, exchange)
    }
    note('the same, sockets dead', await prints(service, exchange, others, { within: POLL, disturb: kill }))
    await service.healStreams(exchange)
  }
  return figures
}

/** As often as EXCHANGE_A refuses reads of strangers that its cache cannot answer (Kalshi live reference, section 2.1). */
const STRANGERS_REFUSED = 0.3
const SECOND = 1_000
/** Between two polls of the watch. */
const POLL = 5 * SECOND

/** So many more are asked for, because some take no orders. */
const SPARE = 20

/** Contracts of one fill; an order on EXCHANGE_B is for five at least. */
const QTY = 5
/** Until an order has rested for long enough to be streamed, and the streams are open. */
const SETTLES = 15_000

/** The first `count` whose orders would be sent: of some the exchange does not tell how orders are signed. */
const takingOrders = async (
  service: MeasuredService,
  markets: readonly BenchMarket[],
  count: number,
): Promise<readonly BenchMarket[]> => {
  const taking: BenchMarket[] = []
  for (const market of markets) {
    if (taking.length === count) break
    const order = { subaccount_id: service.subaccountId, svc_id: market.svcId, qty: QTY, buy_flag: true, price: 0.5 }
    const { refusals } = v.parse(Preview, await service.call('POST', '/v1/orders/preview', order))
    if (refusals.length === 0) taking.push(market)
  }
  return taking
}

const Preview = v.object({ refusals: v.array(v.unknown()) })

/** One order that rests, and is filled bit by bit: how long until each fill is shown, and told. */
const fills = async (
  service: MeasuredService,
  exchange: ExchangeName,
  { svcId, ticker }: BenchMarket,
  count: number,
): Promise<{ readonly shown: readonly number[]; readonly told: readonly number[] }> => {
  await service.control('/control/book', { market: ticker, bids: [], asks: [] }, exchange)
  const { subaccountId: subaccount_id } = service
  const body = { subaccount_id, svc_id: svcId, buy_flag: true, qty: QTY * count, price: 0.4, time_in_force: 'GTC' }
  const orderId = v.parse(
    Placed,
    await service.call('POST', '/v1/orders', { ...body, order_type: 'LIMIT' }),
  ).svc_order_id
  const told = await hearFills(service, orderId)
  await wait(SETTLES)
  const begunAt: number[] = []
  const taken: number[] = []
  for (let n = 1; n <= count; n += 1) {
    await wait((n * 137) % 500)
    const began = performance.now()
    begunAt.push(began)
    await service.control('/control/trade', { market: ticker, price: 0.4, qty: QTY, buy_flag: false }, exchange)
    while (v.parse(Traded, await service.call('GET', `/v1/orders/${orderId}`)).traded_qty < n * QTY) {
      if (performance.now() - began > 120_000) throw new Error(`fill ${n} is not shown after two minutes`)
      await wait(10)
    }
    taken.push(performance.now() - began)
  }
  for (let tries = 0; told.at.length < count; tries += 1) {
    if (tries > 3_000) throw new Error('a fill is not told after half a minute')
    await wait(10)
  }
  told.close()
  return { shown: taken, told: told.at.map((at, n) => at - (begunAt[n] ?? Number.NaN)) }
}

const Traded = v.object({ traded_qty: v.number() })

interface Prints {
  /** Each print comes at some moment of so many milliseconds after the order of the one before. */
  readonly within: number
  /** Comes before the first. */
  readonly disturb?: () => Promise<void>
}

/** A stop in each market, each reached by one print. */
const prints = async (
  service: MeasuredService,
  exchange: ExchangeName,
  markets: readonly BenchMarket[],
  { within, disturb }: Prints,
): Promise<readonly number[]> => {
  const show = ({ ticker }: BenchMarket, bid: number) =>
    service.control(
      '/control/book',
      { market: ticker, bids: [[bid, 1_000]], asks: [[bid + 0.02, 1_000_000]] },
      exchange,
    )
  for (const market of markets) {
    await show(market, 0.4)
    await service.call('POST', '/v1/complex-orders', {
      subaccount_id: service.subaccountId,
      svc_id: market.svcId,
      conditional_order_params: {
        conditional_order_type: 'STOP',
        trigger_order: { qty: QTY, buy_flag: true, price: 0.9 },
        stop_order_price: 0.5,
      },
    })
  }
  await wait(SETTLES)
  await disturb?.()
  const before = await submits(service, exchange)
  const printed: number[] = []
  for (const [n, market] of markets.entries()) {
    // The order before followed a poll at once where the sockets are dead: only a whole interval of polls has all moments alike.
    await wait(((n * 37) % 50) * (within / 50))
    await show(market, 0.5)
    printed.push(Date.now())
    // One after the other: each order is that of the print before it.
    for (let tries = 0; (await submits(service, exchange)).length < before.length + n + 1; tries += 1) {
      if (tries > 3_000) throw new Error('a stop has not fired after a minute')
      await wait(20)
    }
  }
  const taken = (await submits(service, exchange)).slice(before.length)
  return taken.map(({ at }, n) => at - (printed[n] ?? Number.NaN))
}

const submits = async (service: MeasuredService, exchange: ExchangeName) =>
  v.parse(Ledger, await service.control('/control/ledger', undefined, exchange)).submits

const Ledger = v.object({ submits: v.array(v.object({ at: v.number() })) })
