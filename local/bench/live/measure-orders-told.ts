/** From the POST of an order to a client of the stream: its first change, and the one that says that it has ended. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { quantile } from '../quantile.ts'
import { Placed } from '../service/measure-acceptance.ts'
import { type MeasuredService, pickMarkets } from '../service/run-service.ts'
import type { TimesOf } from '../times-table.ts'
import { openClient } from './open-client.ts'

/** An order on EXCHANGE_B is for five contracts at least. */
const QTY = 5
const PATIENCE = 30_000
/** Between two orders, so that none waits for another. */
const PAUSE = 500

const Changed = v.object({ svc_order_id: v.string(), status: v.string() })
const ENDS = ['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED']

/** So many IOC orders on each exchange, which find nothing to take. */
export const measureOrdersTold = async (
  service: MeasuredService,
  count: number,
  progress: (text: string) => void,
): Promise<readonly TimesOf[]> => {
  const figures: TimesOf[] = []
  for (const exchange of EXCHANGE_NAMES) {
    const [market] = await pickMarkets(service, 1, exchange)
    if (market === undefined) throw new Error('no market to trade in')
    await service.control('/control/book', { market: market.ticker, bids: [], asks: [] }, exchange)
    const times = await placeOneByOne(service, market.svcId, count)
    for (const [what, taken] of [
      ['its first change', times.map(({ first }) => first)],
      ['its end', times.map(({ end }) => end)],
    ] as const) {
      const [p50, p99] = [quantile(taken, 0.5), quantile(taken, 0.99)]
      progress(`live: from POST to ${what} on ${exchange} ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
      figures.push({ exchange, what, count: taken.length, p50, p99 })
    }
  }
  return figures
}

const placeOneByOne = async (service: MeasuredService, svc_id: number, count: number) => {
  const firsts = new Map<string, number>()
  const ends = new Map<string, number>()
  const client = await openClient(service, ['orders'], ({ data }, at) => {
    const { svc_order_id, status } = v.parse(Changed, data)
    if (!firsts.has(svc_order_id)) firsts.set(svc_order_id, at)
    if (ENDS.includes(status) && !ends.has(svc_order_id)) ends.set(svc_order_id, at)
  })
  const taken: Array<{ readonly first: number; readonly end: number }> = []
  const order = { subaccount_id: service.subaccountId, svc_id, buy_flag: true, qty: QTY, price: 0.4 }
  for (let n = 0; n < count; n += 1) {
    const began = performance.now()
    const sent = await service.call('POST', '/v1/orders', { ...order, time_in_force: 'IOC' })
    const { svc_order_id } = v.parse(Placed, sent)
    while (!ends.has(svc_order_id)) {
      if (performance.now() - began > PATIENCE)
        throw new Error(`the end of order ${n} is not told within half a minute`)
      await wait(2)
    }
    const [first = Number.NaN, end = Number.NaN] = [firsts.get(svc_order_id), ends.get(svc_order_id)]
    taken.push({ first: first - began, end: end - began })
    await wait(PAUSE)
  }
  client.close()
  return taken
}
