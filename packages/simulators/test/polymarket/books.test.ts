/** The CLOB's public reads on the simulated EXCHANGE_B. */

import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import { DAY, HOUR, type MarketWorld, ONE, openMarkets, START } from './market-desk.ts'

describe('the CLOB', () => {
  let desk: MarketWorld
  let market: PolymarketMarket

  beforeEach(() => {
    desk = openMarkets()
    market = desk.find(({ slug }) => slug.startsWith('will-arsenal-win'))
    desk.setBook(
      market,
      [
        [0.44, 100],
        [0.45, 20],
        [0.45, 30.5],
      ],
      [
        [0.5, 70],
        [0.47, 10],
      ],
    )
  })

  it('writes a book with the best price last, and hashes it', () => {
    const { status, body } = desk.get('clob', `/book?token_id=${market.tokens[0]}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      market: market.conditionId,
      asset_id: market.tokens[0],
      timestamp: String(START),
      hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      bids: [
        { price: '0.44', size: '100' },
        { price: '0.45', size: '50.5' },
      ],
      asks: [
        { price: '0.5', size: '70' },
        { price: '0.47', size: '10' },
      ],
      min_order_size: '5',
      tick_size: '0.01',
      neg_risk: true,
      last_trade_price: '0.46',
    })
    const { hash } = body
    const text = JSON.stringify({ ...body, hash: '' })
    expect(hash).toBe(createHash('sha1').update(text).digest('hex'))
  })

  it('mirrors the book for the other outcome', () => {
    const yes = desk.get('clob', `/book?token_id=${market.tokens[0]}`).body
    const no = desk.get('clob', `/book?token_id=${market.tokens[1]}`).body
    expect(no.bids).toEqual([
      { price: '0.5', size: '70' },
      { price: '0.53', size: '10' },
    ])
    expect(no.asks).toEqual([
      { price: '0.56', size: '100' },
      { price: '0.55', size: '50.5' },
    ])
    desk.trade(market, 0.47, 4, true)
    expect(desk.get('clob', `/book?token_id=${market.tokens[1]}`).body.last_trade_price).toBe('0.47')
    expect(yes.last_trade_price).toBe('0.46')
  })

  it('names the version of a Protocol V2 book only, and does not know mirrored ids', () => {
    const modern = desk.find(({ version }) => version === 'v2')
    expect(desk.get('clob', `/book?token_id=${modern.tokens[0]}`).body.version).toBe('v2')
    expect(desk.get('clob', `/book?token_id=${market.tokens[0]}`).body).not.toHaveProperty('version')
    const mirrored = desk.find(({ mirroredIds }) => mirroredIds !== null)
    const { status, body } = desk.get('clob', `/book?token_id=${mirrored.mirroredIds?.[0]}`)
    expect(status).toBe(404)
    expect(body).toEqual({ error: 'No orderbook exists for the requested token id' })
    expect(desk.get('clob', '/book?token_id=0xabc').status).toBe(400)
  })

  it('gives many books at once, without unknown ones', () => {
    const requested = [...market.tokens, '123'].map((token_id) => ({ token_id }))
    const { body } = desk.post('clob', '/books', requested)
    expect(body.map(({ asset_id }: { asset_id: string }) => asset_id).sort()).toEqual([...market.tokens].sort())
    const many = Array.from({ length: 501 }, (_, index) => ({ token_id: String(index) }))
    expect(desk.post('clob', '/books', many.slice(1)).body).toEqual([])
    expect(desk.post('clob', '/books', many)).toMatchObject({
      status: 400,
      body: { error: 'Payload exceeds the limit' },
    })
    expect(desk.post('clob', '/books', '{nonsense').status).toBe(400)
    expect(desk.post('clob', '/books', [{ token: '1' }]).status).toBe(400)
  })

  it('takes BUY for the best bid and SELL for the best ask', () => {
    const [yes, no] = market.tokens
    expect(desk.get('clob', `/price?token_id=${yes}&side=BUY`).body).toEqual({ price: '0.45' })
    expect(desk.get('clob', `/price?token_id=${yes}&side=SELL`).body).toEqual({ price: '0.47' })
    expect(desk.get('clob', `/price?token_id=${no}&side=buy`).body).toEqual({ price: '0.53' })
    expect(desk.get('clob', `/price?token_id=${yes}&side=HOLD`)).toMatchObject({ status: 400 })
    expect(desk.post('clob', '/prices', [{ token_id: yes, side: 'BUY' }, { token_id: no }]).body).toEqual({
      [yes]: { BUY: '0.45' },
      [no]: { BUY: '0.53', SELL: '0.55' },
    })
    expect(desk.get('clob', `/prices?token_ids=${yes},${no}&sides=SELL,BUY`).body).toEqual({
      [yes]: { SELL: '0.47' },
      [no]: { BUY: '0.53' },
    })
  })

  it('reports tick, neg risk, legacy fee, version and time', () => {
    const token = market.tokens[0]
    expect(desk.get('clob', `/tick-size?token_id=${token}`).body).toEqual({ minimum_tick_size: 0.01 })
    expect(desk.get('clob', `/neg-risk?token_id=${token}`).body).toEqual({ neg_risk: true })
    expect(desk.get('clob', `/fee-rate?token_id=${token}`).body).toEqual({ base_fee: 1000 })
    const free = desk.find(({ feeRate }) => feeRate === 0)
    expect(desk.get('clob', `/fee-rate?token_id=${free.tokens[1]}`).body).toEqual({ base_fee: 0 })
    expect(desk.get('clob', '/tick-size?token_id=1')).toMatchObject({ status: 404 })
    expect(desk.get('clob', '/version').body).toEqual({ version: 2 })
    expect(desk.get('clob', '/time').body).toBe(START / 1000)
    expect(desk.get('clob', '/ok').body).toBe('OK')
  })

  it('writes markets in short keys', () => {
    const game = desk.find(({ secondsDelay }) => secondsDelay > 0)
    const { body } = desk.get('clob', `/clob-markets/${game.conditionId}`)
    expect(body).toMatchObject({
      c: game.conditionId,
      t: [
        { t: game.tokens[0], o: game.outcomes[0] },
        { t: game.tokens[1], o: game.outcomes[1] },
      ],
      mts: 0.01,
      mos: 5,
      fd: { r: 0.05, e: 1, to: true },
      nr: false,
      ao: true,
      sd: 3,
      cbos: true,
      v: 'v1',
    })
    expect(body.gst).toMatch(/^2026-11-2\dT\d\d:00:00Z$/)
    const free = desk.find(({ feeRate }) => feeRate === 0)
    expect(desk.get('clob', `/clob-markets/${free.conditionId}`).body).not.toHaveProperty('fd')
    const modern = desk.find(({ version }) => version === 'v2')
    expect(desk.get('clob', `/clob-markets/${modern.conditionId}`).body.v).toBe('v2')
    expect(desk.get('clob', `/clob-markets/${modern.conditionId.slice(0, -2)}`).status).toBe(404)
    const silent = desk.find(({ announcedVersion }) => announcedVersion === null)
    expect(desk.get('clob', `/clob-markets/${silent.conditionId}`).body).not.toHaveProperty('v')
  })

  it('finds the market of a token, whose primary token need not be YES', () => {
    const { body } = desk.get('clob', `/markets-by-token/${market.tokens[1]}`)
    expect(body.condition_id).toBe(market.conditionId)
    expect([body.primary_token_id, body.secondary_token_id].sort()).toEqual([...market.tokens].sort())
    const swapped = [...desk.world.catalogue.markets.values()].filter(
      ({ tokens }) => desk.get('clob', `/markets-by-token/${tokens[0]}`).body.primary_token_id === tokens[1],
    )
    expect(swapped.length).toBeGreaterThan(20)
    expect(desk.get('clob', '/markets-by-token/1').status).toBe(404)
  })

  it('lists markets page by page until LTE=', () => {
    const seen: string[] = []
    let cursor = 'MA=='
    while (cursor !== 'LTE=') {
      const { body } = desk.get('clob', `/simplified-markets?next_cursor=${cursor}`)
      expect(body.count).toBe(body.data.length)
      seen.push(...body.data.map(({ condition_id }: { condition_id: string }) => condition_id))
      cursor = body.next_cursor
    }
    expect(seen).toEqual([...desk.world.catalogue.markets.keys()])
    expect(desk.get('clob', '/markets?next_cursor=bm9uc2Vuc2U=').status).toBe(400)
    expect(desk.get('clob', '/markets?next_cursor=LTE=').body.data).toEqual([])
    const rewarded = desk.get('clob', '/sampling-markets').body.data
    expect(rewarded.length).toBeGreaterThan(50)
    expect(rewarded.every(({ rewards }: { rewards: { rates: unknown } }) => rewards.rates !== null)).toBe(true)
  })

  it('has no book before a market opens or after it has ended', () => {
    const young = desk.find(({ opensAt }) => opensAt > START)
    expect(desk.get('clob', `/book?token_id=${young.tokens[0]}`).status).toBe(404)
    const old = desk.find(({ endsAt }) => endsAt > START && endsAt < START + 2 * HOUR)
    expect(desk.get('clob', `/book?token_id=${old.tokens[0]}`).status).toBe(200)
    desk.pass(2 * HOUR)
    expect(desk.get('clob', `/book?token_id=${old.tokens[0]}`).status).toBe(404)
    desk.pass(HOUR)
    const { body } = desk.get('clob', `/markets/${old.conditionId}`)
    expect(body).toMatchObject({ closed: true, accepting_orders: false })
    expect(body.tokens.filter(({ winner }: { winner: boolean }) => winner)).toHaveLength(1)
  })

  it('returns the price history of a token, the other outcome mirrored', () => {
    const [yes, no] = market.tokens
    const path = (token: string, more: string) => `/prices-history?market=${token}&${more}`
    const day = desk.get('clob', path(yes, 'interval=1d&fidelity=60')).body.history
    expect(day).toHaveLength(25)
    for (const { t, p } of day) {
      expect(t % 3600).toBe(0)
      expect(p).toBeGreaterThan(0)
      expect(p).toBeLessThan(1)
    }
    const mirrored = desk.get('clob', path(no, 'interval=1d&fidelity=60')).body.history
    expect(mirrored.map(({ p }: { p: number }) => Math.round((1 - p) * 1e6))).toEqual(
      day.map(({ p }: { p: number }) => Math.round(p * 1e6)),
    )
    desk.trade(market, 0.47, 10, true)
    desk.time.now += 60_000
    expect(desk.get('clob', path(yes, 'interval=1h')).body.history.at(-1)).toEqual({ t: START / 1000 + 60, p: 0.47 })
    const seconds = START / 1000
    const tooLong = desk.get('clob', path(yes, `startTs=${seconds - 16 * 86_400}&endTs=${seconds}`))
    expect(tooLong.status).toBe(400)
    expect(desk.get('clob', path(yes, 'interval=2d')).status).toBe(400)
    expect(desk.get('clob', path(yes, '')).status).toBe(400)
    expect(desk.get('clob', '/prices-history?interval=1d').status).toBe(400)
    expect(desk.get('clob', path('1', 'interval=1d')).body).toEqual({ history: [] })
    const batch = desk.post('clob', '/batch-prices-history', { markets: [yes, no], interval: '1d', fidelity: 720 })
    expect(Object.keys(batch.body.history).sort()).toEqual([yes, no].sort())
  })

  it('keeps only a coarse history of a resolved market', () => {
    const token = market.tokens[0]
    desk.pass(market.endsAt - START + DAY)
    const history = (fidelity: number) =>
      desk.get('clob', `/prices-history?market=${token}&interval=max&fidelity=${fidelity}`).body.history
    expect(history(60)).toEqual([])
    expect(history(720).length).toBeGreaterThan(100)
    expect(desk.world.engine.ledger.markets.get(market.conditionId)?.payout ?? ONE).toBeLessThanOrEqual(ONE)
  })
})
