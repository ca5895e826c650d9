/** Events that a search finds, their order, and their fields. */

import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openSnapshot } from '#adapters/search/queries/open-snapshot.ts'
import { receiveSnapshot } from '#adapters/search/snapshot/receive-snapshot.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { dollars, plainMarket, plainMarketB, snapshotDesk } from '../snapshot-desk.ts'

const { folder, snapshotOf } = snapshotDesk()
const ALL = { limit: 100, offset: 0 }
const ohio = { nativeId: 'KXSENATEOH-26', title: 'Ohio Senate race', imageUrl: null }
const cup = { nativeId: '777', title: 'World Cup winner', imageUrl: 'https://example.org/cup.png' }
const rain = { nativeId: 'KXRAIN-26', title: 'Rain in Paris', imageUrl: null }

const markets: readonly Market[] = [
  plainMarket('KXSENATEOH-26-R', {
    event: ohio,
    category: 'Politics',
    name: 'Ohio Senate: Republican',
    volume24h: dollars(3),
    startsAt: 50,
    expiresAt: 900,
  }),
  plainMarket('KXSENATEOH-26-D', {
    event: ohio,
    category: 'Politics',
    name: 'Ohio Senate: Democrat',
    volume24h: dollars(4),
    startsAt: 40,
    expiresAt: 800,
    status: 'closed',
  }),
  plainMarketB('0x01', {
    event: cup,
    category: 'Sports',
    name: 'Brazil wins the cup',
    description: 'Ohio is not in it',
    volume24h: dollars(900),
    startsAt: null,
    expiresAt: null,
  }),
  plainMarket('KXRAIN-26-T', {
    event: rain,
    category: 'Weather',
    name: 'Rain',
    status: 'closed',
    volume24h: dollars(1),
  }),
  plainMarket('ALONE', { event: null }),
]

const desk = async (listed = markets) => {
  const snapshot = await snapshotOf(listed)
  return {
    snapshot,
    find: (filter: Parameters<typeof snapshot.events>[0], page = ALL) => {
      const { events, total, correctedText } = snapshot.events(filter, page)
      return [events.map(({ nativeId }) => nativeId), total, correctedText] as const
    },
  }
}

describe('events', () => {
  it('are the sums of their markets', async () => {
    const { snapshot } = await desk()
    expect(snapshot.events({ exchange: 'EXCHANGE_A', category: 'Politics' }, ALL).events).toEqual([
      {
        ...ohio,
        exchange: 'EXCHANGE_A',
        category: 'Politics',
        startsAt: 40,
        endsAt: 900,
        marketCount: 2,
        volume24h: dollars(7),
        topMarkets: [
          expect.objectContaining({ nativeId: 'KXSENATEOH-26-D' }),
          expect.objectContaining({ nativeId: 'KXSENATEOH-26-R' }),
        ],
      },
    ])
  })

  it('without a text are the most traded ones first, as far as the filters leave them', async () => {
    const { find } = await desk()
    expect(find({})).toEqual([['777', 'KXSENATEOH-26', 'KXRAIN-26'], 3, null])
    expect(find({ status: 'active' })).toEqual([['777', 'KXSENATEOH-26'], 2, null])
    expect(find({ status: 'closed' })[0]).toEqual(['KXSENATEOH-26', 'KXRAIN-26'])
    expect(find({ exchange: 'EXCHANGE_B' })[0]).toEqual(['777'])
    expect(find({ category: 'Weather' })[0]).toEqual(['KXRAIN-26'])
    expect(find({}, { limit: 1, offset: 1 })).toEqual([['KXSENATEOH-26'], 3, null])
    expect(find({}, { limit: 1, offset: 9 })).toEqual([[], 3, null])
  })

  it('are found by words of their markets: those in names before those in descriptions', async () => {
    const { find } = await desk()
    expect(find({ text: 'ohio' })).toEqual([['KXSENATEOH-26', '777'], 2, null])
    expect(find({ text: 'democr' })).toEqual([['KXSENATEOH-26'], 1, null])
    expect(find({ text: 'ohio', status: 'closed' })).toEqual([['KXSENATEOH-26'], 1, null])
    expect(find({ text: 'ohio' }, { limit: 5, offset: 5 })).toEqual([[], 2, null])
    expect(find({ text: '?!' })).toEqual([[], 0, null])
  })

  it('are found by the words of their title, with and without accents, the last one as a beginning', async () => {
    const { find } = await desk()
    expect(find({ text: 'world wínn' })).toEqual([['777'], 1, null])
    expect(find({ text: 'Senate race, Ohio!' })).toEqual([['KXSENATEOH-26'], 1, null])
    expect(find({ text: 'wor winner' })).toEqual([[], 0, null])
  })

  it('come first if they have the exact words, and not only words that begin so', async () => {
    const state = { nativeId: 'KXSTATE', title: 'Golden State', imageUrl: null }
    const metal = { nativeId: 'KXMETAL', title: 'Gold at the end of the year', imageUrl: null }
    const { find } = await desk([
      plainMarket('KXSTATE-1', { event: state, name: 'Golden State wins', volume24h: dollars(900) }),
      plainMarket('KXMETAL-1', { event: metal, name: 'Above 4,000', volume24h: dollars(1) }),
    ])
    expect(find({ text: 'gold' })).toEqual([['KXMETAL', 'KXSTATE'], 2, null])
    expect(find({ text: 'golden' })).toEqual([['KXSTATE'], 1, null])
  })

  it('are found by the beginning of their ticker, and with a typo', async () => {
    const { find } = await desk()
    expect(find({ text: 'kxsenate' })).toEqual([['KXSENATEOH-26'], 1, null])
    expect(find({ text: 'repulbican' })).toEqual([['KXSENATEOH-26'], 1, 'republican'])
  })

  it('come in a list with their three most traded markets of its status', async () => {
    const party = (name: string, volume: number, others: Partial<Market> = {}) =>
      plainMarket(`KXSENATEOH-26-${name}`, { event: ohio, volume24h: dollars(volume), ...others })
    const { snapshot } = await desk([
      party('A', 1),
      party('B', 4),
      party('C', 9, { status: 'closed' }),
      party('D', 2),
      party('E', 3),
      plainMarketB('0x01', { event: cup, volume24h: dollars(20) }),
    ])
    const tops = (status?: 'active' | 'closed') =>
      snapshot
        .events({ status }, ALL)
        .events.map(({ topMarkets }) => topMarkets.map(({ nativeId }) => nativeId.replace(/.*-/, '')))
    expect(tops('active')).toEqual([['0x01'], ['B', 'E', 'D']])
    expect(tops('closed')).toEqual([['C']])
    expect(tops()).toEqual([['0x01'], ['C', 'B', 'E']])
  })

  it('come with their markets, the busiest first', async () => {
    const { snapshot } = await desk()
    const found = snapshot.event({ exchange: 'EXCHANGE_A', nativeId: 'KXSENATEOH-26' })
    expect(found?.event.title).toBe('Ohio Senate race')
    expect(found?.markets.map(({ nativeId }) => nativeId)).toEqual(['KXSENATEOH-26-D', 'KXSENATEOH-26-R'])
    expect(snapshot.event({ exchange: 'EXCHANGE_B', nativeId: 'KXSENATEOH-26' })).toBeNull()
  })

  it('change their titles and sums with their markets, and go with the last one', async () => {
    const shelf = snapshotShelf()
    const store = catalogueStore({ store: shelf, folder })
    const signal = AbortSignal.timeout(10_000)
    const publish = async (act: (catalogue: Awaited<ReturnType<typeof store.open>>) => void) => {
      act(await store.open(signal))
      await store.publish({ asOf: 1, tidy: false })
      const stored = shelf.stored()
      const found = { version: '1', bytes: Readable.from([stored?.bytes ?? Buffer.alloc(0)]) }
      const snapshot = openSnapshot(await receiveSnapshot(found, folder, signal))
      const { events } = snapshot.events({}, ALL)
      snapshot.close()
      return events.map(({ title, marketCount, volume24h }) => [title, marketCount, volume24h])
    }
    const [first, second] = markets
    if (first === undefined || second === undefined) throw new Error('no markets')
    const scan = { walk: 1, now: 0 }
    expect(await publish((catalogue) => catalogue.take([first, second], scan))).toEqual([
      ['Ohio Senate race', 2, dollars(7)],
    ])
    const renamed = { ...first, event: { ...ohio, title: 'Ohio' }, volume24h: dollars(500) }
    expect(await publish((catalogue) => catalogue.take([renamed], scan))).toEqual([['Ohio', 2, dollars(504)]])
    expect(await publish((catalogue) => catalogue.forget([second.svcId]))).toEqual([['Ohio', 1, dollars(500)]])
    expect(await publish((catalogue) => catalogue.forget([first.svcId]))).toEqual([])
  })
})

describe('a market of a snapshot', () => {
  it('keeps its figures, its event and all else that is new', async () => {
    const full = plainMarketB('0xabc', {
      event: cup,
      seriesTicker: 'world-cup',
      subtitle: 'Brazil',
      imageUrl: cup.imageUrl,
      startsAt: 12,
      makerFeeRate: 17_500,
      figures: {
        volume: money(123_456_780_000),
        openInterest: null,
        lastPrice: price(425_000),
        asOf: 1_700_000_000_123,
      },
    })
    const other = plainMarket('T', {
      imageUrl: 'https://example.org/own.png',
      figures: { volume: null, openInterest: qty(2_500_000), lastPrice: null, asOf: 5 },
    })
    const snapshot = await snapshotOf([full, other])
    for (const market of [full, other])
      expect(snapshot.search({ text: String(market.svcId) }, ALL).markets).toEqual([market])
  })
})
