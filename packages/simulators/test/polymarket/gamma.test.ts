/** Gamma on the simulated EXCHANGE_B: lists, filters, pages, search and the shape of markets. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import { resolvePolymarketMarket } from '../../polymarket/world/market-lifecycle.ts'
import { DAY, HOUR, type MarketWorld, ONE, openMarkets, START } from './market-desk.ts'

describe('Gamma', () => {
  let desk: MarketWorld
  let market: PolymarketMarket

  beforeEach(() => {
    desk = openMarkets()
    market = desk.find(({ slug }) => slug.startsWith('will-arsenal-win'))
    desk.setBook(market, [[0.45, 20]], [[0.47, 10]])
  })

  /** The ids on every page. */
  const scan = (path: string, list: 'markets' | 'events'): string[] => {
    const ids: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const after: string = cursor === '' ? '' : `&after_cursor=${cursor}`
      const { status, body } = desk.get('gamma', `${path}${after}`)
      expect(status).toBe(200)
      ids.push(...body[list].map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    return ids
  }
  const listed = (query: string): { id: string; conditionId: string; slug: string }[] =>
    desk.get('gamma', `/markets/keyset?limit=100&${query}`).body.markets
  const one = (id: string) => desk.get('gamma', `/markets/${id}`).body

  it('writes a market with its lists inside texts', () => {
    const body = one(market.id)
    expect(body).toMatchObject({
      id: market.id,
      conditionId: market.conditionId,
      questionID: market.questionId,
      slug: market.slug,
      outcomes: '["Yes", "No"]',
      outcomePrices: '["0.46", "0.54"]',
      clobTokenIds: `["${market.tokens[0]}", "${market.tokens[1]}"]`,
      version: 'v1',
      bestBid: 0.45,
      bestAsk: 0.47,
      spread: 0.02,
      lastTradePrice: 0.46,
      orderPriceMinTickSize: 0.01,
      orderMinSize: 5,
      active: true,
      closed: false,
      archived: false,
      enableOrderBook: true,
      acceptingOrders: true,
      negRisk: true,
      negRiskMarketID: market.event.negRiskMarketId,
      negRiskOther: false,
      liquidity: '14.3',
      liquidityNum: 14.3,
      feesEnabled: true,
      feeSchedule: { exponent: 1, rate: 0.05, takerOnly: true, rebateRate: 0.15 },
      umaResolutionStatuses: '[]',
      groupItemTitle: 'Arsenal',
    })
    expect(body.volumeNum).toBe(Number(body.volume))
    expect(body).not.toHaveProperty('umaResolutionStatus')
    expect(body).not.toHaveProperty('closedTime')
    expect(body).not.toHaveProperty('tags')
    expect(body.events).toHaveLength(1)
    expect(body.events[0]).toMatchObject({ id: market.event.id, slug: market.event.slug, negRisk: true })
    expect(body.events[0]).not.toHaveProperty('markets')
    expect(desk.get('gamma', `/markets/${market.id}?include_tag=true`).body.tags).toEqual(
      market.event.tags.map((tag) => expect.objectContaining(tag)),
    )
  })

  it('writes Protocol V2 markets with position ids and a condition id of 31 bytes', () => {
    const modern = desk.find(({ version }) => version === 'v2')
    const body = one(modern.id)
    expect(body).toMatchObject({ version: 'v2', clobTokenIds: null, positionIds: modern.tokens })
    expect(body.conditionId).toBe(modern.conditionId.slice(0, -2))
    expect(body.resolutionStatus).toBe('active')
    const mirrored = desk.find(({ mirroredIds }) => mirroredIds !== null)
    expect(one(mirrored.id)).toMatchObject({ version: 'v1', positionIds: mirrored.mirroredIds })
  })

  it('leaves the version out of one market', () => {
    const silent = desk.find(({ announcedVersion }) => announcedVersion === null)
    expect(one(silent.id)).not.toHaveProperty('version')
    const free = desk.find(({ feeRate }) => feeRate === 0)
    expect(one(free.id)).toMatchObject({ feesEnabled: false, feeType: null })
  })

  it('marks the placeholder of an event that may get more outcomes', () => {
    const other = desk.find(({ isOther }) => isOther)
    expect(one(other.id)).toMatchObject({ negRiskOther: true, events: [{ negRiskAugmented: true }] })
  })

  it('walks all open markets by cursor, at most a hundred a page', () => {
    const ids = scan('/markets/keyset?limit=1000', 'markets')
    expect(ids).toEqual([...desk.world.catalogue.markets.values()].map(({ id }) => id))
    expect(desk.get('gamma', '/markets/keyset?limit=1000').body.markets).toHaveLength(100)
    expect(desk.get('gamma', '/markets/keyset').body.markets).toHaveLength(20)
  })

  it('keeps its place when markets close between two pages', () => {
    const first = desk.get('gamma', '/markets/keyset?limit=10').body
    const [gone] = first.markets.slice(-1)
    resolvePolymarketMarket(
      desk.world,
      desk.find(({ id }) => id === gone.id),
      ONE,
    )
    const second = desk.get('gamma', `/markets/keyset?limit=10&after_cursor=${first.next_cursor}`).body
    expect(Number(second.markets[0].id)).toBe(Number(gone.id) + 1)
  })

  it('sorts by camelCase fields', () => {
    const volumes = (query: string): number[] =>
      desk
        .get('gamma', `/markets/keyset?limit=50&order=volumeNum&${query}`)
        .body.markets.map(({ volumeNum }: { volumeNum: number }) => volumeNum)
    const falling = volumes('ascending=false')
    expect(falling).toEqual(falling.toSorted((one, other) => other - one))
    expect(volumes('ascending=true')[0]).toBeLessThan(falling[0] ?? 0)
    const ids = scan('/markets/keyset?limit=40&order=endDate&ascending=false', 'markets')
    expect(new Set(ids).size).toBe(desk.world.catalogue.markets.size)
    expect(scan('/events/keyset?limit=30&order=volume24hr&ascending=false', 'events')).toHaveLength(
      desk.world.catalogue.events.size,
    )
  })

  it('refuses what it cannot read with 422', () => {
    for (const path of [
      '/markets/keyset?offset=20',
      '/markets/keyset?order=volume_24hr',
      '/markets/keyset?limit=many',
      '/markets/keyset?after_cursor=nonsense',
      '/markets/keyset?closed=perhaps',
      '/markets/keyset?end_date_min=soon',
      '/markets/keyset?id=abc',
      '/markets/keyset?version=v9',
      '/markets/keyset?tag_id=1&tag_match=some',
      '/markets?offset=2001',
      '/events/keyset?offset=0',
      '/events?order=start_date',
      '/markets/abc',
    ]) {
      const { status, body } = desk.get('gamma', path)
      expect([path, status]).toEqual([path, 422])
      expect(body).toEqual({ type: 'validation error', error: expect.any(String) })
    }
    expect(desk.get('gamma', '/markets/keyset?colour=blue&active=false&archived=true').body.markets).toHaveLength(20)
  })

  it('hides closed markets unless they are asked for', () => {
    resolvePolymarketMarket(desk.world, market, ONE)
    expect(listed(`condition_ids=${market.conditionId}`)).toEqual([])
    const [closed] = listed(`condition_ids=${market.conditionId}&closed=true`)
    expect(closed).toMatchObject({
      closed: true,
      acceptingOrders: false,
      outcomePrices: '["1", "0"]',
      umaResolutionStatus: 'resolved',
      closedTime: '2026-11-21 10:00:00+00',
    })
    expect(closed).not.toHaveProperty('bestBid')
    expect(one(market.id).closed).toBe(true)
    const event = desk.get('gamma', `/events/${market.event.id}`).body
    expect(event).toMatchObject({ closed: false })
    expect(event.markets).toHaveLength(market.event.markets.length)
  })

  it('says when a result is proposed', () => {
    const old = desk.find(({ endsAt }) => endsAt > START && endsAt < START + 2 * HOUR)
    desk.pass(old.endsAt - START)
    desk.pass(5 * 60_000)
    expect(one(old.id)).toMatchObject({ closed: false, acceptingOrders: false, umaResolutionStatus: 'proposed' })
    const ids = listed('uma_resolution_status=proposed').map(({ id }) => id)
    expect(ids).toContain(old.id)
    expect(ids).not.toContain(market.id)
  })

  it('finds markets by what names them', () => {
    const modern = desk.find(({ version }) => version === 'v2')
    const id = market.id
    expect(listed(`id=${id}`)).toHaveLength(1)
    expect(listed(`id=${id}&id=${modern.id}`)).toHaveLength(2)
    expect(listed(`slug=${market.slug}`)[0]?.id).toBe(id)
    expect(listed(`condition_ids=${market.conditionId}&condition_ids=${modern.conditionId}`)).toHaveLength(2)
    expect(listed(`condition_ids=${modern.conditionId.slice(0, -2)}`)[0]?.id).toBe(modern.id)
    expect(listed(`clob_token_ids=${market.tokens[1]}`)[0]?.id).toBe(id)
    expect(listed(`clob_token_ids=${modern.tokens[0]}`)).toEqual([])
    expect(listed(`position_ids=${modern.tokens[0]}`)[0]?.id).toBe(modern.id)
    expect(listed(`question_ids=${market.questionId}`)[0]?.id).toBe(id)
    expect(desk.get('gamma', `/markets/slug/${market.slug}`).body.id).toBe(id)
    expect(desk.get('gamma', '/markets/1')).toMatchObject({ status: 404 })
    expect(desk.get('gamma', '/markets/slug/nothing').status).toBe(404)
  })

  it('filters by tags, dates, volume and version', () => {
    const tagIds = (rows: { id: string }[]) => rows.map(({ id }) => desk.find((each) => each.id === id).event.tags)
    const weather = tagIds(listed('tag_id=84'))
    expect(weather.length).toBeGreaterThan(20)
    expect(weather.every((tags) => tags.some(({ id }) => id === '84'))).toBe(true)
    const both = tagIds(listed('tag_id=21&tag_id=235&tag_match=all'))
    expect(both.every((tags) => ['21', '235'].every((id) => tags.some((tag) => tag.id === id)))).toBe(true)
    const soon = new Date(START + DAY).toISOString()
    const ending = listed(`end_date_max=${soon}`)
    expect(ending.length).toBeGreaterThan(5)
    for (const { id } of ending) expect(desk.find((each) => each.id === id).endsAt).toBeLessThanOrEqual(START + DAY)
    expect(listed('version=v2')).toHaveLength(5)
    const large = desk.get('gamma', '/markets/keyset?limit=100&volume_num_min=100000').body.markets
    expect(large.length).toBeGreaterThan(5)
    for (const { volumeNum } of large) expect(volumeNum).toBeGreaterThanOrEqual(100_000)
  })

  it('lists events with all their markets', () => {
    const { body } = desk.get('gamma', `/events/keyset?slug=${market.event.slug}`)
    const [event] = body.events
    expect(body).not.toHaveProperty('next_cursor')
    expect(event).toMatchObject({
      id: market.event.id,
      ticker: market.event.slug,
      negRisk: true,
      enableNegRisk: true,
      negRiskMarketID: market.event.negRiskMarketId,
      tags: [{ label: 'Sports' }, { label: 'Soccer' }],
    })
    expect(event.markets.map(({ id }: { id: string }) => id)).toEqual(market.event.markets.map(({ id }) => id))
    expect(event.markets[0]).not.toHaveProperty('events')
    expect(event.liquidity).toBe(14.3)
    const bySlug = desk.get('gamma', `/events/slug/${market.event.slug}`).body
    expect(bySlug.id).toBe(market.event.id)
    expect(desk.get('gamma', `/events/${market.event.id}/tags`).body).toHaveLength(2)
    expect(desk.get('gamma', '/events/keyset?tag_slug=geopolitics').body.events.length).toBeGreaterThan(3)
    expect(desk.get('gamma', '/events/keyset?title_search=WINNER').body.events.length).toBeGreaterThan(3)
    expect(desk.get('gamma', '/events/999').status).toBe(404)
  })

  it('still serves the old lists, with a word that they are going', () => {
    const { body, headers } = desk.get('gamma', '/markets?limit=5&offset=5')
    expect(body).toHaveLength(5)
    expect(body[0].id).toBe('1600005')
    expect(headers['deprecation']).toBe('true')
    expect(desk.get('gamma', '/events?limit=500').body.length).toBe(desk.world.catalogue.events.size)
  })

  it('writes games with their two teams', () => {
    const game = desk.find(({ secondsDelay }) => secondsDelay > 0)
    expect(one(game.id)).toMatchObject({
      outcomes: `["${game.outcomes[0]}", "${game.outcomes[1]}"]`,
      secondsDelay: 3,
      sportsMarketType: 'moneyline',
      gameStartTime: expect.stringMatching(/^2026-11-2\d \d\d:00:00\+00$/),
      clearBookOnStart: true,
    })
    expect(listed('sports_market_types=moneyline').map(({ id }) => id)).toContain(game.id)
  })
})
