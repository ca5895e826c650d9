/** Books and prices where the exchange misbehaves. */

import { describe, expect, it } from 'vitest'
import type { PriceInterval } from '#domain/markets/price-series.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'
import { marketData } from '#use-cases/markets/market-data.ts'
import { NOW, sampleMarket } from '../../adapters/store/samples.ts'

const received: string[] = []
const listening = (): Log => {
  received.length = 0
  const note = (message: string, fields?: object): void => void received.push(`${message} ${JSON.stringify(fields)}`)
  return { info: note, warn: note, error: note, metric: (name) => void received.push(name) }
}

type Reads = Pick<Exchange, 'orderBook' | 'orderBooks' | 'priceSeries'>

const MARKET = sampleMarket('KXHIGHNY-26NOV21-B45.5')

const over = (reads: Partial<Reads>, patienceMs = 8_000) =>
  marketData({ clock: () => NOW, log: listening(), exchanges: () => reads as Exchange, patienceMs })

/** Answers only after an abort, as an exchange that hangs. */
const hanging = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new ExchangeUnavailable('EXCHANGE_A', 'stopped')))
  })

describe('an exchange', () => {
  it('is given up after its timeout if it hangs', async () => {
    const data = over(
      { orderBook: (_, signal) => hanging(signal), priceSeries: (_, __, signal) => hanging(signal) },
      30,
    )
    expect(await data.book(MARKET)).toMatchObject({ status: 503, code: 'exchange_unavailable' })
    expect(await data.candles(MARKET, { interval: '1d', fidelity: 60 })).toMatchObject({ status: 503 })
  })

  it('is logged with the error, and counted, if it is unavailable', async () => {
    const orderBook = async () => {
      throw new ExchangeUnavailable('EXCHANGE_A', 'status 502')
    }
    await over({ orderBook }).book(MARKET)
    expect(received).toEqual([expect.stringContaining('status 502'), 'ExchangeUnavailable'])
  })

  it('has an empty book if it answers that there is none', async () => {
    const orderBook = async () => {
      throw new NoOrderBook('EXCHANGE_A', MARKET.nativeId)
    }
    expect(await over({ orderBook }).book(MARKET)).toEqual({ bids: [], asks: [], at: NOW })
  })

  it('is asked once for the books of many markets, and an unnamed market has an empty book', async () => {
    const [first, second] = [sampleMarket('KXONE'), sampleMarket('KXTWO')]
    const requested: (readonly string[])[] = []
    const book = { bids: [], asks: [], at: NOW - 500 }
    const orderBooks: Reads['orderBooks'] = async (names) => {
      requested.push([...names])
      return new Map([['KXONE', book]])
    }
    const data = over({ orderBooks })
    const read = await data.books([first, second])
    expect([read.get(first.svcId), read.get(second.svcId)]).toEqual([book, { ...book, at: NOW }])
    expect(await data.books([second])).toEqual(new Map([[second.svcId, { ...book, at: NOW }]]))
    expect(requested).toEqual([['KXONE', 'KXTWO']])
  })

  it('without an answer for many markets is a 503 for each', async () => {
    const orderBooks = async () => {
      throw new ExchangeUnavailable('EXCHANGE_A', 'status 502')
    }
    expect(await over({ orderBooks }).books([MARKET])).toEqual(
      new Map([[MARKET.svcId, expect.objectContaining({ status: 503, code: 'exchange_unavailable' })]]),
    )
  })

  it('does not look unavailable if its adapter has a programming error', async () => {
    const orderBook = async () => {
      throw new TypeError('a mistake')
    }
    await expect(over({ orderBook }).book(MARKET)).rejects.toThrow('a mistake')
  })

  it('is asked once for each market, interval and fidelity', async () => {
    const requests: string[] = []
    const data = over({
      priceSeries: async (market, { interval, fidelity }) => {
        requests.push(`${market.nativeId} ${interval} ${fidelity}`)
        return { candles: [], asOf: 0 }
      },
    })
    const other = sampleMarket('OTHER')
    const ask = (market: typeof MARKET, interval: PriceInterval, fidelity: number) =>
      data.candles(market, { interval, fidelity })
    for (let times = 0; times < 2; times += 1) {
      await Promise.all([ask(MARKET, '1d', 60), ask(MARKET, '1d', 1), ask(MARKET, '1w', 60), ask(other, '1d', 60)])
    }
    expect(requests.sort()).toEqual([
      `${MARKET.nativeId} 1d 1`,
      `${MARKET.nativeId} 1d 60`,
      `${MARKET.nativeId} 1w 60`,
      'OTHER 1d 60',
    ])
  })
})
