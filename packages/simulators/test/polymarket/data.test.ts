/** The Data host of the simulated EXCHANGE_B: its envelope, prices, resolutions, positions and trades. */

import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import { resolvePolymarketMarket } from '../../polymarket/world/market-lifecycle.ts'
import type { WalletTrade } from '../../polymarket/world/market-reads.ts'
import { DAY, HOUR, type MarketWorld, ONE, openMarkets, START, USER } from './market-desk.ts'
import { newTraders, openPolymarket, STANDARD } from './simulated.ts'

describe('the Data host', () => {
  let desk: MarketWorld
  let market: PolymarketMarket
  let now: number

  beforeEach(() => {
    desk = openMarkets()
    market = desk.find(({ slug }) => slug.startsWith('will-arsenal-win'))
    desk.setBook(market, [[0.45, 200]], [[0.47, 100]])
    now = START / 1000
  })

  const data = (path: string) => desk.get('data', path)
  const traded = (more: Partial<WalletTrade>): void => {
    desk.trades.push({
      conditionId: market.conditionId,
      outcome: 0,
      side: 'BUY',
      size: 10 * ONE,
      price: 400_000,
      fee: 0,
      taker: true,
      at: START - HOUR + desk.trades.length,
      transactionHash: `0x${String(desk.trades.length).padStart(64, '0')}`,
      ...more,
    })
  }
  const positions = (more = '') => data(`/v2/positions?user=${USER}${more}`)

  it('refuses in its envelope', () => {
    for (const [path, parameter] of [
      ['/v2/positions', 'user'],
      ['/v2/positions?user=me', 'user'],
      [`/v2/positions?user=${USER}&offset=5`, 'offset'],
      [`/v2/positions?user=${USER}&limit=1001`, 'limit'],
      [`/v2/positions?user=${USER}&status=SOLD`, 'status'],
      [`/v2/positions?user=${USER}&cursor=nonsense`, 'cursor'],
      ['/v2/trades', 'user'],
      ['/v2/prices-history?token_id=0x1&interval=1d', 'token_id'],
      ['/v2/prices-history?token_id=1', 'start'],
      [`/v2/prices-history?token_id=1&interval=1d&start=${1}`, 'start'],
      ['/v2/resolutions?condition=0x12', 'condition'],
    ] as const) {
      expect([path, data(path).status, data(path).body]).toEqual([
        path,
        400,
        {
          error: expect.any(String),
          code: 'invalid_request',
          retryable: false,
          trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          parameter,
        },
      ])
    }
    expect(data('/v2/nothing').body.code).toBe('not_found')
    expect(desk.post('data', '/v2/trades', {})).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(data('/v2/status').body.data.serving.lag_seconds).toBe(0)
  })

  it('lists prices oldest first, the end excluded', () => {
    const path = `/v2/prices-history?token_id=${market.tokens[0]}`
    const { body } = data(`${path}&start=${now - 3600}&end=${now}&bucket_seconds=300`)
    expect(body.data).toHaveLength(12)
    expect(body.data[0]).toEqual({
      timestamp: now - 3600,
      price: expect.any(Number),
      resolution_seconds: 300,
    })
    expect(body.data.at(-1).timestamp).toBe(now - 300)
    expect(body.pagination).toEqual({ limit: 10_000, offset: 0, has_more: false, next_cursor: null })
    const no = data(`/v2/prices-history?tokenId=${market.tokens[1]}&start=${now - 3600}&bucketSeconds=300`).body.data
    expect(no[0].price).toBeCloseTo(1 - body.data[0].price)
    expect(data(`${path}&start=${now - 16 * 86_400}`).body.parameter).toBe('start')
    expect(data(`${path}&start=${now - 8 * 86_400}&bucket_seconds=60`).body.parameter).toBe('bucket_seconds')
    expect(data(`${path}&interval=1d&bucket_seconds=61`).body.parameter).toBe('bucket_seconds')
    expect(data(`${path}&as_of=${now - 3600}`).body.data).toHaveLength(1)
    expect(data(`${path}&interval=max`).body.data.length).toBeGreaterThan(100)
  })

  it('answers a miss with null', () => {
    expect(data('/v2/prices-history?token_id=1&interval=1d')).toMatchObject({ status: 200, body: { data: null } })
    const before = Math.floor(market.opensAt / 1000)
    const path = `/v2/prices-history?token_id=${market.tokens[0]}&start=${before - 7200}&end=${before - 3600}`
    expect(data(path).body.data).toBeNull()
  })

  it('pages with a cursor that keeps its size and belongs to its filters', () => {
    const path = `/v2/prices-history?token_id=${market.tokens[0]}&start=${now - 3600}&end=${now}&bucket_seconds=300`
    const first = data(`${path}&limit=5`).body
    expect(first.pagination).toMatchObject({ limit: 5, has_more: true })
    const second = data(`${path}&limit=9&cursor=${first.pagination.next_cursor}`).body
    expect(second.data).toHaveLength(5)
    expect(second.data[0].timestamp).toBe(first.data[4].timestamp + 300)
    const third = data(`${path}&cursor=${second.pagination.next_cursor}`).body
    expect(third.data).toHaveLength(2)
    expect(third.pagination).toMatchObject({ has_more: false, next_cursor: null })
    const other = path.replace('bucket_seconds=300', 'bucket_seconds=1800')
    expect(data(`${other}&cursor=${first.pagination.next_cursor}`).body.parameter).toBe('cursor')
  })

  it('ends the prices of a resolved market with what it paid', () => {
    desk.trade(market, 0.47, 10, true)
    desk.pass(HOUR)
    resolvePolymarketMarket(desk.world, market, ONE)
    desk.pass(HOUR)
    const { body } = data(`/v2/prices-history?token_id=${market.tokens[1]}&interval=1d`)
    expect(body.data.at(-1)).toEqual({ timestamp: now + 3600, price: 0, resolution_seconds: 0 })
  })

  it('returns resolutions by exactly one selector', () => {
    const modern = desk.find(({ version }) => version === 'v2')
    expect(data(`/v2/resolutions?condition=${market.conditionId}`).body).toEqual({ data: [] })
    resolvePolymarketMarket(desk.world, market, 0)
    resolvePolymarketMarket(desk.world, modern, ONE / 2)
    expect(data(`/v2/resolutions?condition=${market.conditionId},${modern.conditionId}`).body.data).toEqual([
      expect.objectContaining({ condition_id: modern.conditionId, status: 'resolved', price: '500000000000000000' }),
      expect.objectContaining({ condition_id: market.conditionId, price: '0', last_update_timestamp: String(now) }),
    ])
    desk.world.resolutionReporter = 'chainlink'
    expect(data(`/v2/resolutions?condition=${market.conditionId}`).body.data).toEqual([
      expect.objectContaining({ condition_id: market.conditionId, payouts: [0, 1_000_000], resolved_at: now }),
    ])
    desk.world.resolutionReporter = 'uma'
    expect(data(`/v2/resolutions?question_id=${market.questionId}`).body.data).toHaveLength(1)
    expect(data(`/v2/resolutions?event_id=${market.event.id}`).body.data).toHaveLength(1)
    expect(data(`/v2/resolutions?condition=${modern.conditionId.slice(0, -2)}`).status).toBe(400)
    expect(data(`/v2/resolutions?event_id=1&question_id=0x1`).status).toBe(400)
    expect(data('/v2/resolutions').status).toBe(400)
    const many = Array.from({ length: 21 }, (_, index) => `0x${String(index).padStart(64, '0')}`)
    expect(data(`/v2/resolutions?condition=${many}`).body.parameter).toBe('condition')
    const old = desk.find(({ endsAt }) => endsAt > START && endsAt < START + 2 * HOUR)
    desk.pass(old.endsAt - START)
    desk.pass(5 * 60_000)
    const [proposed] = data(`/v2/resolutions?condition=${old.conditionId}`).body.data
    expect(proposed).toMatchObject({ status: 'proposed', price: '69' })
    expect(proposed).not.toHaveProperty('payouts')
  })

  it('counts a wallet’s positions from its trades', () => {
    traded({ fee: 120_000 })
    traded({ size: 30 * ONE, price: 440_000 })
    traded({ side: 'SELL', size: 20 * ONE, price: 500_000, fee: 250_000 })
    const { body } = positions()
    expect(body.data).toEqual([
      expect.objectContaining({
        proxy_wallet: USER,
        token_id: market.tokens[0],
        condition_id: market.conditionId,
        current_size: 20,
        total_size: 40,
        avg_price: 0.43,
        entry_cost_usdc: 17.2,
        entry_fees_usdc: 0.12,
        total_cost_usdc: 17.32,
        current_price: 0.46,
        current_value: 9.2,
        realized_pnl: 1.15,
        unrealized_pnl: 0.6,
        total_pnl: 1.75,
        status: 'OPEN',
        redeemable: false,
        mergeable: false,
        negative_risk: true,
        outcome: 'Yes',
        outcome_index: 0,
        opposite_outcome: 'No',
        opposite_token_id: market.tokens[1],
        event_id: market.event.id,
      }),
    ])
    expect(positions(`&condition=0x${'0'.repeat(64)}`).body.data).toEqual([])
    expect(data(`/v2/positions?user=${USER.replaceAll('1', '2')}`).body.data).toEqual([])
    expect(data(`/v2/positions?condition=${market.conditionId}`).body.data).toEqual([])
  })

  it('hides dust unless it is asked for, and says what can be merged', () => {
    traded({ size: 50_000 })
    expect(positions().body.data).toEqual([])
    expect(positions('&filter_type=TOKENS&filter_amount=0').body.data).toHaveLength(1)
    expect(positions('&filterType=TOKENS&filterAmount=0').body.data).toHaveLength(1)
    traded({ outcome: 1, price: 560_000 })
    const both = positions('&filter_amount=0&sort_by=current_size&sort_direction=DESC').body.data
    expect(both.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['No', 'Yes'])
    expect(both.every(({ mergeable }: { mergeable: boolean }) => mergeable)).toBe(true)
    expect(positions('&filter_amount=0&status=MERGEABLE').body.data).toHaveLength(2)
  })

  it('shows a position of a resolved market as redeemable until it is redeemed', () => {
    traded({})
    resolvePolymarketMarket(desk.world, market, ONE)
    expect(positions().body.data).toMatchObject([{ current_size: 10, current_value: 10, status: 'REDEEMABLE' }])
    expect(positions('&status=REDEEMABLE').body.data).toHaveLength(1)
    expect(positions('&status=REDEEMABLE_LOST').body.data).toEqual([])
    expect(positions('&status=CLOSED').body.data).toEqual([])
  })

  it('lists a wallet’s trades newest first, maker trades only on request', () => {
    traded({})
    traded({ outcome: 1, side: 'SELL', price: 590_000, taker: false })
    const takers = data(`/v2/trades?user=${USER}`).body
    expect(takers.data).toEqual([
      expect.objectContaining({
        proxy_wallet: USER,
        side: 'BUY',
        token_id: market.tokens[0],
        condition_id: market.conditionId,
        size: 10,
        price: 0.4,
        timestamp: now - 3600,
        outcome: 'Yes',
        outcome_index: 0,
      }),
    ])
    const all = data(`/v2/trades?user=${USER}&taker_only=false`).body.data
    expect(all.map(({ token_id }: { token_id: string }) => token_id)).toEqual([market.tokens[1], market.tokens[0]])
    expect(data(`/v2/trades?user=${USER}&taker_only=false&side=SELL`).body.data).toHaveLength(1)
    expect(data(`/v2/trades?user=${USER}&start=${now}`).body.data).toEqual([])
    const paged = data(`/v2/trades?user=${USER}&taker_only=false&limit=1`).body
    expect(paged.pagination.has_more).toBe(true)
    const rest = data(`/v2/trades?user=${USER}&taker_only=false&cursor=${paged.pagination.next_cursor}`).body
    expect(rest.data[0].token_id).toBe(market.tokens[0])
  })

  it('lists the trades of a market or an event', () => {
    desk.trade(market, 0.47, 5, true)
    desk.time.now += DAY
    desk.trade(market, 0.45, 2, false)
    const trades = data(`/v2/trades?condition=${market.conditionId}`).body.data
    expect(trades.map(({ side, price, size }: Record<string, unknown>) => [side, price, size])).toEqual([
      ['SELL', 0.45, 2],
      ['BUY', 0.47, 5],
    ])
    expect(data(`/v2/trades?event_id=${market.event.id}&taker_only=false`).body.data).toHaveLength(4)
    expect(data('/v2/trades?event_id=1').body.data).toEqual([])
  })

  it('lists the trades of a market once they are in a block, with the time of the block', () => {
    desk.world.blockAfterMs = 3_000
    desk.trade(market, 0.47, 5, true)
    const trades = () => data(`/v2/trades?condition=${market.conditionId}`).body.data
    desk.time.now += 2_999
    expect(trades()).toEqual([])
    desk.time.now += 1
    expect(trades()).toMatchObject([{ price: 0.47, timestamp: now + 3 }])
  })
})

const Page = v.object({ data: v.array(v.looseObject({ entry_fees_usdc: v.optional(v.number()) })) })

describe('the Data host, of real wallets', () => {
  it('counts a trade once it is mined, for the wallet that pays', async () => {
    const { ann, bob } = newTraders()
    const simulated = await openPolymarket({ traders: [ann, bob], settleAfterMs: 2_000 })
    const read = async (path: string) =>
      v.parse(Page, await (await fetch(`${simulated.simulator.urls.data}/v2/${path}`)).json())
    try {
      await simulated.place({ side: 'BUY', outcome: 1, price: 0.6, size: 10 }, ann)
      await simulated.place({ side: 'BUY', outcome: 0, price: 0.4, size: 6 }, bob)
      expect((await read(`positions?user=${bob.funder}`)).data).toEqual([])
      await simulated.pass(2_000)
      const { data } = await read(`positions?user=${bob.funder}`)
      expect(data).toEqual([
        expect.objectContaining({
          proxy_wallet: bob.funder,
          token_id: STANDARD.tokens[0],
          current_size: 6,
          avg_price: 0.4,
          entry_cost_usdc: 2.4,
        }),
      ])
      expect(data[0]?.entry_fees_usdc).toBeGreaterThan(0)
      expect((await read(`trades?user=${ann.funder}`)).data).toEqual([])
      expect((await read(`trades?user=${ann.funder}&taker_only=false`)).data).toEqual([
        expect.objectContaining({ side: 'BUY', token_id: STANDARD.tokens[1], size: 6, price: 0.6, outcome_index: 1 }),
      ])
    } finally {
      await simulated.close()
    }
  })
})
