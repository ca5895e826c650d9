/** Shares of the reads of an account: the balance has its own bucket, and market data leaves tokens for polls and look-ups. */

import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '#adapters/exchanges/http/http.ts'
import { START } from '#simulators/test/kalshi/simulated.ts'
import { ACCOUNT, anySignal, ref, unreportedExchange } from '../desk.ts'

const BALANCE = '/portfolio/balance'
const BODIES: Readonly<Record<string, unknown>> = {
  [BALANCE]: { balance_dollars: '12.0000' },
  '/portfolio/positions': { market_positions: [] },
  '/portfolio/orders': { orders: [] },
  '/markets/orderbook': { orderbook_fp: { yes_dollars: [], no_dollars: [] } },
}

const pathOf = ({ url }: HttpRequest): string =>
  url.pathname.replace('/trade-api/v2', '').replace('/markets/ONE/', '/markets/')

const start = (refused: string | null = null) => {
  const { exchange, time, sent } = unreportedExchange((request) => {
    const path = pathOf(request)
    const status = path === refused ? 429 : BODIES[path] === undefined ? 404 : 200
    return { status, text: JSON.stringify(BODIES[path] ?? { error: { code: 'not_found' } }) }
  })
  const calls = (path: string) => sent.filter(({ request }) => pathOf(request) === path).map(({ at }) => at)
  return { exchange, time, calls }
}

const each = async (count: number, one: () => Promise<unknown>): Promise<void> => {
  for (let n = 0; n < count; n += 1) await one()
}

describe('the balance of an account', () => {
  it('is answered from a copy for five seconds, which says how old it is', async () => {
    const { exchange, time, calls } = start()
    const read = () => exchange.balances(ACCOUNT, anySignal())
    expect(await read()).toEqual([{ shard: null, amount: 12_000_000, asOf: START }])
    time.now += 5_000
    expect(await read()).toEqual([{ shard: null, amount: 12_000_000, asOf: START }])
    time.now += 1
    expect(await read()).toEqual([{ shard: null, amount: 12_000_000, asOf: START + 5_001 }])
    expect(calls(BALANCE)).toEqual([0, 5_001])
  })

  it('is no copy of what another key of the account was shown', async () => {
    const { exchange, calls } = start()
    await exchange.balances(ACCOUNT, anySignal())
    await exchange.balances({ ...ACCOUNT, secrets: { ...ACCOUNT.secrets, api_key_id: 'another' } }, anySignal())
    expect(calls(BALANCE)).toHaveLength(2)
  })

  it('is asked for once a second at most, whatever else is read meanwhile', async () => {
    const { exchange, calls } = start()
    const keys = ['one', 'two', 'three']
    for (const api_key_id of keys)
      await exchange.balances({ ...ACCOUNT, secrets: { ...ACCOUNT.secrets, api_key_id } }, anySignal())
    expect(calls(BALANCE)).toEqual([0, 1_000, 2_000])
  })

  it('takes nothing of the other reads, also where the exchange refuses it for its rate', async () => {
    const { exchange, time, calls } = start(BALANCE)
    await expect(exchange.balances(ACCOUNT, anySignal())).rejects.toThrow('429')
    const then = time.now - START
    await each(20, () => exchange.positions(ACCOUNT, anySignal()))
    expect(calls('/portfolio/positions')).toEqual(Array.from({ length: 20 }, () => then))
  })
})

describe('market data that is read for an account', () => {
  const book = (exchange: ReturnType<typeof start>['exchange']) => () => exchange.orderBook('ONE', anySignal(), ACCOUNT)

  it('leaves a quarter of its reads to polls and look-ups of orders', async () => {
    const { exchange, calls, time } = start()
    await each(15, book(exchange))
    expect(calls('/markets/orderbook').at(-1)).toBe(0)
    await exchange.order(ACCOUNT, ref('an order'), anySignal())
    expect(time.now).toBe(START)
    await book(exchange)()
    expect(calls('/markets/orderbook').at(-1)).toBeGreaterThan(0)
  })

  it('takes three quarters of what comes in, however long it is asked for', async () => {
    const { exchange, calls } = start()
    await each(45, book(exchange))
    expect(calls('/markets/orderbook').at(-1)).toBe(2_000)
  })
})
