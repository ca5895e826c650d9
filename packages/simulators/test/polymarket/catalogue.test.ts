/** The offer of the simulated EXCHANGE_B, and how its markets begin and end. */

import { describe, expect, it } from 'vitest'
import * as kalshi from '../../kalshi/world/catalogue.ts'
import { createCatalogue, extendCatalogue, type PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import { resolvePolymarketMarket, setPolymarketStatus } from '../../polymarket/world/market-lifecycle.ts'
import { DAY, HOUR, ONE, openMarkets, START } from './market-desk.ts'

const offered = (seed = 7): PolymarketMarket[] => extendCatalogue(createCatalogue(), START, seed)
const withoutEvent = ({ event: { slug }, ...market }: PolymarketMarket) => ({ ...market, event: slug })
const isUnique = (items: readonly string[]): boolean => new Set(items).size === items.length

describe('the catalogue', () => {
  it('is the same for the same start, and of some two hundred markets', () => {
    expect(offered().map(withoutEvent)).toEqual(offered().map(withoutEvent))
    expect(offered().length).toBeGreaterThan(190)
    expect(offered(8).map(({ conditionId }) => conditionId)).toEqual(offered().map(({ conditionId }) => conditionId))
  })

  it('gets new markets each day and keeps those it has', () => {
    const catalogue = createCatalogue()
    const first = extendCatalogue(catalogue, START, 7)
    const second = extendCatalogue(catalogue, START + DAY, 7)
    expect(second.length).toBeGreaterThan(30)
    expect(catalogue.markets.size).toBe(first.length + second.length)
    expect(extendCatalogue(catalogue, START, 7)).toEqual([])
    const markets = [...catalogue.markets.values()]
    expect(isUnique(markets.map(({ id }) => id))).toBe(true)
    expect(isUnique(markets.map(({ slug }) => slug))).toBe(true)
    expect(isUnique(markets.map(({ questionId }) => questionId))).toBe(true)
    expect(catalogue.tokens.size).toBe(2 * markets.length)
  })

  it('stays unique whenever the simulator begins', () => {
    for (const start of ['2026-12-31T23:59:59Z', '2027-02-28T00:00:00Z', '2028-11-08T12:30:00Z']) {
      const catalogue = createCatalogue()
      extendCatalogue(catalogue, Date.parse(start), 1)
      extendCatalogue(catalogue, Date.parse(start) + DAY, 1)
      const markets = [...catalogue.markets.values()]
      expect(isUnique(markets.map(({ slug }) => slug))).toBe(true)
      expect(markets.every(({ opensAt, endsAt }) => opensAt < endsAt)).toBe(true)
    }
  })

  it('asks at least thirty questions that EXCHANGE_A asks too, at about the same price', () => {
    const others = kalshi.extendCatalogue(kalshi.createCatalogue(), START, 7)
    const pairs = offered().flatMap((market) =>
      others.filter(({ yes, mid }) => yes === market.groupItemTitle && Math.abs(mid - market.mid) < 0.03),
    )
    expect(pairs.length).toBeGreaterThanOrEqual(30)
  })

  it('has something of each kind', () => {
    const markets = offered()
    const count = (fits: (market: PolymarketMarket) => boolean): number => markets.filter(fits).length
    const labels = new Set(markets.flatMap(({ event }) => event.tags.map(({ label }) => label)))
    for (const label of ['Politics', 'Crypto', 'Sports', 'Finance', 'Tech', 'Culture', 'Geopolitics', 'Weather']) {
      expect(labels).toContain(label)
    }
    for (const label of ['Economy', 'Science', 'Health', 'Mentions']) expect(labels).toContain(label)
    expect(count(({ outcomes }) => outcomes[0] !== 'Yes')).toBeGreaterThan(10)
    expect(count(({ event }) => event.negRisk)).toBeGreaterThan(50)
    expect(count(({ tick }) => tick === 10_000)).toBeGreaterThan(100)
    expect(count(({ tick }) => tick === 1_000)).toBeGreaterThan(20)
    expect(count(({ tick }) => tick === 2_500)).toBe(1)
    expect(count(({ tick }) => tick === 100_000)).toBe(1)
    expect(count(({ secondsDelay }) => secondsDelay === 3)).toBe(2)
    expect(count(({ version }) => version === 'v2')).toBe(5)
    expect(count(({ version, announcedVersion }) => version !== announcedVersion)).toBe(1)
    expect(count(({ mirroredIds }) => mirroredIds !== null)).toBeGreaterThan(50)
    expect(count(({ isOther }) => isOther)).toBe(1)
  })

  it('charges by category, and nothing for the affairs of the world', () => {
    const rates = new Map(offered().map(({ event, feeRate }) => [event.category, feeRate]))
    expect(Object.fromEntries(rates)).toEqual({
      crypto: 70_000,
      sports: 50_000,
      finance: 40_000,
      politics: 40_000,
      mentions: 40_000,
      tech: 40_000,
      economics: 50_000,
      culture: 50_000,
      weather: 50_000,
      other: 50_000,
      geopolitics: 0,
    })
  })

  it('builds Protocol V2 ids out of their parts', () => {
    for (const market of offered().filter(({ version }) => version === 'v2')) {
      const { conditionId, tokens, event } = market
      expect(conditionId).toMatch(/^0x0[12][0-9a-f]{32}0002(00){8}0089[0-9a-f]{4}00$/)
      expect(conditionId.slice(3, 4)).toBe(event.negRisk ? '2' : '1')
      expect(BigInt(tokens[0])).toBe(BigInt(conditionId))
      expect(BigInt(tokens[1])).toBe(BigInt(conditionId) + 1n)
      expect(Number.parseInt(conditionId.slice(-6, -2), 16)).toBe(event.markets.indexOf(market))
    }
    for (const { conditionId } of offered()) expect(conditionId).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('a market', () => {
  it('opens when its time has come', () => {
    const { world, find, pass } = openMarkets()
    const market = find(({ opensAt }) => opensAt > START + DAY)
    expect(world.engine.ledger.markets.get(market.conditionId)?.status).toBe('pending')
    expect(world.marketStates.get(market.conditionId)?.acceptingOrders).toBe(false)
    pass(market.opensAt - START)
    expect(world.engine.ledger.markets.get(market.conditionId)?.status).toBe('active')
    expect(world.marketStates.get(market.conditionId)?.acceptingOrders).toBe(true)
  })

  it('stops at its end, is proposed, then resolved and paid', () => {
    const { world, find, pass, kept } = openMarkets()
    const market = find(({ endsAt }) => endsAt > START && endsAt < START + 2 * HOUR)
    const state = world.marketStates.get(market.conditionId)
    expect(state).toMatchObject({ acceptingOrders: true, closed: false, umaResolutionStatus: null })
    pass(market.endsAt - START)
    expect(state).toMatchObject({ acceptingOrders: false, closed: false, closedAt: market.endsAt })
    pass(5 * 60_000)
    expect(state).toMatchObject({ closed: false, umaResolutionStatus: 'proposed', payoutYes: null })
    pass(10 * 60_000)
    expect(state).toMatchObject({ closed: true, umaResolutionStatus: 'resolved' })
    const engine = world.engine.ledger.markets.get(market.conditionId)
    expect(engine?.status).toBe('resolved')
    expect(engine?.payout).toBe(state?.payoutYes)
    expect(kept).toContainEqual({ kind: 'venue_market', key: market.conditionId })
  })

  it('loses its book when the game begins, once', () => {
    const { find, get, pass, setBook } = openMarkets()
    const game = find(({ event, outcomes }) => event.gameStartsAt !== null && outcomes[0] !== 'Yes')
    const bids = () => get('clob', `/book?token_id=${game.tokens[0]}`).body.bids
    setBook(game, [[0.4, 10]], [])
    pass((game.event.gameStartsAt ?? 0) - START - 1)
    expect(bids()).toHaveLength(1)
    pass(1)
    expect(bids()).toEqual([])
    setBook(game, [[0.4, 10]], [])
    pass(60_000)
    expect(bids()).toHaveLength(1)
  })

  it('a market of an event with exclusive outcomes wins alone', () => {
    const { world, pass } = openMarkets()
    pass(40 * DAY)
    pass(HOUR)
    const over = [...world.catalogue.events.values()].filter(
      ({ negRisk, endsAt }) => negRisk && endsAt < START + 40 * DAY,
    )
    expect(over.length).toBeGreaterThan(5)
    for (const { markets } of over) {
      const payouts = markets.map(({ conditionId }) => world.marketStates.get(conditionId)?.payoutYes)
      expect(payouts.filter((payout) => payout === ONE)).toHaveLength(1)
      expect(payouts.filter((payout) => payout === 0)).toHaveLength(markets.length - 1)
    }
  })

  it('can be stopped, put off and resolved by hand', () => {
    const { world, find, pass } = openMarkets()
    const market = find(({ event }) => event.gameStartsAt !== null)
    const state = world.marketStates.get(market.conditionId)
    expect(setPolymarketStatus(world, market, 'closed')).toBeNull()
    expect(state).toMatchObject({ acceptingOrders: false, closedAt: START })
    expect(setPolymarketStatus(world, market, 'active')).toBeNull()
    expect(state).toMatchObject({ acceptingOrders: true, closedAt: START + DAY })
    pass(HOUR)
    expect(state).toMatchObject({ acceptingOrders: true, umaResolutionStatus: null })
    expect(setPolymarketStatus(world, market, 'paused')).toBeNull()
    expect(state?.acceptingOrders).toBe(false)
    expect(resolvePolymarketMarket(world, market, ONE / 2)).toBeNull()
    expect(state).toMatchObject({ closed: true, payoutYes: ONE / 2, closedAt: START + HOUR })
    expect(resolvePolymarketMarket(world, market, ONE)).toContain('is resolved')
    expect(setPolymarketStatus(world, market, 'active')).toContain('is resolved')
  })
})
