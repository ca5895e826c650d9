/**
 * Market data as EXCHANGE_B was recorded to write it, against what the simulator writes. The folder named by
 * EXCHANGE_RECORDINGS holds the recordings; without it there is nothing to compare.
 */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PolymarketMarket } from '#simulators/polymarket/world/catalogue.ts'
import { resolvePolymarketMarket } from '#simulators/polymarket/world/market-lifecycle.ts'
import { type MarketWorld, ONE, openMarkets } from '#simulators/test/polymarket/market-desk.ts'

const FOLDER = join(process.env['EXCHANGE_RECORDINGS'] ?? '', 'polymarket')
const isHere = process.env['EXCHANGE_RECORDINGS'] !== undefined && existsSync(FOLDER)

const recorded = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))

/** Present only where the market or event has such a thing; absent rather than null is common. */
const SOMETIMES = [
  'bestAsk',
  'bestBid',
  'clobRewards',
  'eventStartTime',
  'gameStartTime',
  'groupItemTitle',
  'liquidity',
  'liquidityClob',
  'liquidityNum',
  'makerRebatesFeeShareBps',
  'oneDayPriceChange',
  'oneHourPriceChange',
  'oneMonthPriceChange',
  'oneWeekPriceChange',
  'series',
  'seriesSlug',
  'startTime',
]
/** Fields of tags from the days when people made them by hand. */
const BY_HAND = ['createdBy', 'isCarousel', 'publishedAt', 'updatedBy']

/** Every recorded key is in ours with the same type; null on either side says nothing about the type. */
const differences = (theirs: unknown, ours: unknown, path = ''): string[] => {
  if (theirs === null || ours === null) return []
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return [`${path} is no list`]
    return theirs.length > 0 && ours.length > 0 ? differences(theirs[0], ours[0], `${path}[0]`) : []
  }
  if (typeof theirs === 'object') {
    if (typeof ours !== 'object') return [`${path} is no object`]
    const known: Record<string, unknown> = { ...ours }
    return Object.entries(theirs)
      .filter(([key]) => !BY_HAND.includes(key) && !(SOMETIMES.includes(key) && known[key] === undefined))
      .flatMap(([key, value]) =>
        Object.hasOwn(known, key) ? differences(value, known[key], `${path}.${key}`) : [`${path}.${key} is missing`],
      )
  }
  if (typeof theirs !== typeof ours) return [`${path} is ${typeof ours}, not ${typeof theirs}`]
  return formOf(theirs) === formOf(ours) ? [] : [`${path} is ${String(ours)}, not like ${String(theirs)}`]
}

/** Instants and lists within texts have a form of their own; other texts are alike. */
const formOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : ''
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return 'instant'
  if (/^\d{4}-\d\d-\d\d \d\d:/.test(text)) return 'database time'
  return /^\d{4}-\d\d-\d\d$/.test(text) ? 'day' : text.startsWith('[') ? 'list' : ''
}

describe.skipIf(!isHere)('recorded market data', () => {
  let desk: MarketWorld
  let market: PolymarketMarket
  let closed: PolymarketMarket

  beforeAll(() => {
    desk = openMarkets()
    market = desk.find(({ event }) => event.category === 'crypto' && !event.negRisk)
    closed = desk.find(({ secondsDelay }) => secondsDelay > 0)
    desk.setBook(market, [[0.45, 20]], [[0.47, 10]])
    resolvePolymarketMarket(desk.world, closed, ONE)
  })

  it('recorded books match the simulator', () => {
    const { body } = desk.get('clob', `/book?token_id=${market.tokens[0]}`)
    expect(differences(recorded('clob_book_response'), body)).toEqual([])
    expect(Number(recorded('clob_book_response').bids[0].price)).toBeLessThan(
      Number(recorded('clob_book_response').bids[1].price),
    )
  })

  it('recorded markets of the CLOB match the simulator', () => {
    for (const name of ['clob_market_closed_binary_accepting_false', 'clob_market_closed_binary_accepting_true']) {
      const { body } = desk.get('clob', `/markets/${closed.conditionId}`)
      expect(differences(recorded(name), body)).toEqual([])
    }
  })

  it('recorded fee rates match the simulator, but as numbers', () => {
    const { body } = desk.get('clob', `/fee-rate?token_id=${market.tokens[0]}`)
    expect(Object.keys(body)).toEqual(Object.keys(recorded('clob_fee_rate_response_nonzero')))
    expect(typeof body.base_fee).toBe('number')
  })

  it('recorded markets of Gamma match the simulator, open and closed', () => {
    expect(differences(recorded('gamma_market'), desk.get('gamma', `/markets/${market.id}`).body)).toEqual([])
    for (const name of ['gamma_market_closed_binary_accepting_false', 'gamma_market_closed_binary_accepting_true']) {
      const { body } = desk.get('gamma', `/markets/${closed.id}`)
      expect(differences(recorded(name), body)).toEqual([])
    }
  })
})
