/** The official client of EXCHANGE_B reads the simulator's market data without any key. */

import { ClobClient, PriceHistoryInterval, Side } from '@polymarket/clob-client-v2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JsonServer, startJsonServer } from '#simulators/engine/http/json-server.ts'
import type { PolymarketMarket } from '#simulators/polymarket/world/catalogue.ts'
import { answerMarketData } from '#simulators/polymarket/world/market-data-routes.ts'
import { type MarketWorld, openMarkets, START } from '#simulators/test/polymarket/market-desk.ts'

describe('the official client', () => {
  let desk: MarketWorld
  let market: PolymarketMarket
  let server: JsonServer
  let client: ClobClient

  beforeAll(async () => {
    desk = openMarkets()
    market = desk.find(({ event, tick }) => event.negRisk && tick === 1_000)
    desk.setBook(market, [[0.45, 20]], [[0.475, 10]])
    desk.trade(market, 0.475, 4, true)
    server = await startJsonServer(
      0,
      async ({ method, path, query, body }) =>
        answerMarketData(desk.world, 'clob', method, path, query, body) ?? {
          status: 404,
          body: { error: 'not found' },
        },
    )
    client = new ClobClient({ host: server.origin, chain: 137, throwOnError: true })
  })

  afterAll(() => server.close())

  it('reads books, prices, midpoints and spreads of many tokens', async () => {
    const [yes, no] = market.tokens
    const requested = [
      { token_id: yes, side: Side.BUY },
      { token_id: no, side: Side.SELL },
    ]
    const books = await client.getOrderBooks(requested)
    expect(books.map(({ asset_id }) => asset_id).sort()).toEqual([yes, no].sort())
    for (const book of books) {
      const { hash } = book
      expect(await client.getOrderBookHash(book)).toBe(hash)
    }
    expect(await client.getPrices(requested)).toEqual({ [yes]: { BUY: '0.45' }, [no]: { SELL: '0.55' } })
    await expect(client.getOrderBook('1')).rejects.toThrow('No orderbook exists')
  })

  it('reads what an order has to suit', async () => {
    const [yes] = market.tokens
    expect(await client.getTickSize(yes)).toBe('0.001')
    expect(await client.getNegRisk(yes)).toBe(true)
    expect(await client.getFeeRateBps(yes)).toBe(1000)
    expect(await client.getFeeExponent(yes)).toBe(1)
    const odd = desk.find(({ tick }) => tick === 2_500)
    const rules = await client.getClobMarketInfo(odd.conditionId)
    expect(rules).toMatchObject({ mts: 0.0025, mos: 5, fd: { r: 0.04, e: 1, to: true } })
    expect(await client.getTickSize(odd.tokens[1])).toBe('0.0025')
  })

  it('walks the markets', async () => {
    const ids: string[] = []
    let cursor = 'MA=='
    while (cursor !== 'LTE=') {
      const { data, next_cursor } = await client.getMarkets(cursor)
      ids.push(...data.map(({ condition_id }: { condition_id: string }) => condition_id))
      cursor = next_cursor
    }
    expect(ids).toEqual([...desk.world.catalogue.markets.keys()])
    expect((await client.getMarket(market.conditionId)).question).toBe(market.question)
    expect((await client.getSamplingSimplifiedMarkets()).data.length).toBeGreaterThan(20)
  })

  it('reads the time, the version and a price history', async () => {
    expect(await client.getOk()).toBe('OK')
    expect(await client.getServerTime()).toBe(START / 1000)
    expect(await client.getVersion()).toBe(2)
    const answer = await client.getPricesHistory({
      market: market.tokens[0],
      interval: PriceHistoryInterval.ONE_DAY,
      fidelity: 60,
    })
    expect(answer).toMatchObject({ history: expect.any(Array) })
  })
})
