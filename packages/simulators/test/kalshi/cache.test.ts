/** Lists of the simulated EXCHANGE_A are as old as the exchange's (Kalshi live reference, section 2). */

import { afterEach, describe, expect, it } from 'vitest'
import { openSimulated, POLITICS, type SimulatedExchange } from './simulated.ts'

let simulated: SimulatedExchange

afterEach(() => simulated.close())

const setBid = (price: number) => simulated.control('book', { market: POLITICS, bids: [[price, 5]], asks: [] })

/** The best bid that a call of the market or a list shows. */
const bidOf = async (path: string): Promise<unknown> => {
  const { market, markets } = (await simulated.call('GET', path)).body as unknown as {
    market?: Record<string, unknown>
    markets?: Record<string, unknown>[]
  }
  return (market ?? markets?.[0])?.['yes_bid_dollars']
}

const unsigned = (path: string): Promise<Response> => fetch(`${simulated.simulator.url}${path}`)

describe('the cache', () => {
  it.each([`/markets?tickers=${POLITICS}`, `/markets/${POLITICS}`])(
    'answers %s for 15 s, signed or not',
    async (path) => {
      simulated = await openSimulated({ cache: true })
      await setBid(0.4)
      expect(await bidOf(path)).toBe('0.4000')
      await setBid(0.41)
      await simulated.pass(14_900)
      expect(await bidOf(path)).toBe('0.4000')
      await simulated.pass(100)
      expect(await bidOf(path)).toBe('0.4100')
    },
  )

  it('hides a pause for 15 s, from whoever does not ask past it', async () => {
    simulated = await openSimulated({ cache: true })
    const trades = async (path: string) => (await simulated.call('GET', path)).body['trading_active']
    expect(await trades('/exchange/status')).toBe(true)
    await simulated.control('mode', { mode: 'trading_paused' })
    expect([await trades('/exchange/status'), await trades('/exchange/status?_=1')]).toEqual([true, false])
    await simulated.pass(15_000)
    expect(await trades('/exchange/status')).toBe(false)
  })

  it('is known by its headers, which tell no age', async () => {
    simulated = await openSimulated({ cache: true })
    const headersOf = async () => {
      const { headers } = await unsigned('/events?limit=1')
      return ['cache-control', 'x-kalshi-cache-hits', 'age'].map((name) => headers.get(name))
    }
    expect(await headersOf()).toEqual(['public, max-age=15', '0', null])
    await simulated.pass(3_000)
    expect(await headersOf()).toEqual(['public, max-age=15', '1', null])
    await simulated.control('switches', { cache_age: true })
    expect(await headersOf()).toEqual(['public, max-age=15', '2', '3'])
  })

  it('takes the full URL: an extra parameter brings a fresh answer', async () => {
    simulated = await openSimulated({ cache: true })
    await setBid(0.4)
    const path = `/markets?tickers=${POLITICS}`
    expect(await bidOf(path)).toBe('0.4000')
    await setBid(0.41)
    expect([await bidOf(path), await bidOf(`${path}&_=1`)]).toEqual(['0.4000', '0.4100'])
  })

  it('does not stand before order books and accounts', async () => {
    simulated = await openSimulated({ cache: true })
    for (const path of [`/markets/${POLITICS}/orderbook`, `/markets/orderbooks?tickers=${POLITICS}`]) {
      const texts = []
      for (const price of [0.4, 0.41]) {
        await setBid(price)
        const answer = await unsigned(path)
        expect(answer.headers.get('cache-control')).toBeNull()
        texts.push(await answer.text())
      }
      expect(texts[0]).not.toBe(texts[1])
    }
    expect((await simulated.call('GET', '/portfolio/orders')).headers.get('cache-control')).toBeNull()
  })

  it('keeps no refusal', async () => {
    simulated = await openSimulated({ cache: true })
    await simulated.control('faults', { kind: 'status', status: 503, path: '/markets', times: 1 })
    expect((await unsigned('/markets')).status).toBe(503)
    expect((await unsigned('/markets')).status).toBe(200)
    expect((await unsigned('/markets/NOBODY')).headers.get('cache-control')).toBeNull()
  })

  it('lets signed calls past it where that is switched on', async () => {
    simulated = await openSimulated({ cache: true })
    await simulated.control('switches', { signed_bypass: true })
    await setBid(0.4)
    const path = `/markets/${POLITICS}`
    expect((await unsigned(path)).status).toBe(200)
    await setBid(0.41)
    expect(await bidOf(path)).toBe('0.4100')
    expect(await (await unsigned(path)).text()).toContain('"yes_bid_dollars":"0.4000"')
  })

  it('refuses uncached unsigned calls at the requested rate, in either form', async () => {
    simulated = await openSimulated({ cache: true })
    await simulated.control('switches', { unsigned_refusals: 1 })
    const bodies = new Set<string>()
    for (let count = 0; count < 20; count += 1) {
      const answer = await unsigned(`/markets?limit=1&_=${count}`)
      expect(answer.status).toBe(429)
      bodies.add(await answer.text())
    }
    expect(bodies.size).toBe(2)
    expect((await simulated.call('GET', '/markets?limit=1')).status).toBe(200)
    expect((await unsigned('/markets?limit=1')).status).toBe(200)
  })

  it('is off unless it is asked for, and can be switched at any time', async () => {
    simulated = await openSimulated()
    const path = `/markets/${POLITICS}`
    await setBid(0.4)
    expect(await bidOf(path)).toBe('0.4000')
    await setBid(0.41)
    expect(await bidOf(path)).toBe('0.4100')
    await simulated.control('switches', { cache: true })
    expect(await bidOf(path)).toBe('0.4100')
    await setBid(0.42)
    expect(await bidOf(path)).toBe('0.4100')
  })
})
