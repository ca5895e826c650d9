/** Markets that a search finds, and their order. */

import { describe, expect, it } from 'vitest'
import { identifierHash } from '#adapters/search/snapshot/snapshot-format.ts'
import { dollars, plainMarket, plainMarketB, snapshotDesk } from '../snapshot-desk.ts'

const { finder, snapshotOf } = snapshotDesk()
const DAY = 86_400_000
const NOON = Date.parse('2026-12-01T12:00:00Z')

describe('a search by words', () => {
  it('wants every word, in any case and order, in name, tags or description', async () => {
    const find = await finder([
      plainMarket('A', { name: 'Rain in Paris', description: 'Any rain', tags: ['Weather'] }),
      plainMarket('B', { name: 'Rain in London', description: 'Measured at Heathrow' }),
    ])
    expect(find({ text: 'RAIN' })[1]).toBe(2)
    expect(find({ text: ' paris  rain ' })).toEqual([['A'], 1])
    expect(find({ text: 'heathrow rain' })).toEqual([['B'], 1])
    expect(find({ text: 'weather paris' })).toEqual([['A'], 1])
    expect(find({ text: 'paris heathrow' })).toEqual([[], 0])
    expect(find({ text: 'snow' })).toEqual([[], 0])
  })

  it('takes the last word also as the beginning of a word, and no other', async () => {
    const find = await finder([plainMarket('A', { name: 'Bitcoin above 100,000' })])
    expect(find({ text: 'bit' })[1]).toBe(1)
    expect(find({ text: 'above bitc' })[1]).toBe(1)
    expect(find({ text: 'bitc above' })[1]).toBe(0)
    expect(find({ text: 'coin' })[1]).toBe(0)
  })

  it('puts exact words in name or tags before beginnings of words, whatever their volume', async () => {
    const find = await finder([
      plainMarket('GOLDEN', { name: 'Golden State', volume24h: dollars(900) }),
      plainMarket('GOLD', { name: 'Will the price of gold be above 4,000 at the end of the year?' }),
      plainMarket('TAGGED', { name: 'Metals of the year and their prices', tags: ['Gold'] }),
      plainMarket('DESCRIBED', { name: 'Goldfinger', description: 'A film about gold' }),
      ...Array.from({ length: 10 }, (_, n) => plainMarket(`OTHER${n}`)),
    ])
    const [found, total] = find({ text: 'gold' })
    expect(total).toBe(4)
    expect(new Set(found.slice(0, 2))).toEqual(new Set(['GOLD', 'TAGGED']))
    expect(find({ text: 'golde' })).toEqual([['GOLDEN'], 1])
  })

  it('ignores accents, in the text and in the market', async () => {
    const find = await finder([plainMarket('A', { name: 'São Paulo: Atlético' }), plainMarket('B', { name: 'Zurich' })])
    expect(find({ text: 'sao atletico' })[0]).toEqual(['A'])
    expect(find({ text: 'são atlético' })[0]).toEqual(['A'])
    expect(find({ text: 'sa\u0303o' })[0]).toEqual(['A'])
    expect(find({ text: 'zürich' })[0]).toEqual(['B'])
  })

  it('takes the parts of a word with signs in it one after the other', async () => {
    const find = await finder([
      plainMarket('A', { name: 'U.S. GDP above 3.5%' }),
      plainMarket('B', { name: 'S for us: 5 of 3' }),
    ])
    expect(find({ text: 'u.s.' })[0]).toEqual(['A'])
    expect(find({ text: '3.5%' })[0]).toEqual(['A'])
    expect(find({ text: 'gdp - 3.5' })[0]).toEqual(['A'])
  })

  it('puts a word in the name before one in the tags, and that before one in the description', async () => {
    const find = await finder([
      plainMarket('DESCRIPTION', { description: 'bitcoin', volume24h: dollars(900) }),
      plainMarket('TAG', { tags: ['bitcoin'], volume24h: dollars(90) }),
      plainMarket('NAME', { name: 'bitcoin', volume24h: dollars(9) }),
      ...Array.from({ length: 10 }, (_, n) => plainMarket(`OTHER${n}`)),
    ])
    expect(find({ text: 'bitcoin' })).toEqual([['NAME', 'TAG', 'DESCRIPTION'], 3])
  })

  it('puts the market that says it briefly before one that says it among much else', async () => {
    const find = await finder([
      plainMarket('LONG', { name: 'bitcoin and many other words that tell of nothing', volume24h: dollars(900) }),
      plainMarket('SHORT', { name: 'bitcoin' }),
      ...Array.from({ length: 10 }, (_, n) => plainMarket(`OTHER${n}`)),
    ])
    expect(find({ text: 'bitcoin' })[0]).toEqual(['SHORT', 'LONG'])
  })

  it('orders equally relevant markets by volume, and those of one volume by svc_id', async () => {
    const twins = ['A', 'B', 'C', 'D'].map((id) => plainMarket(id, { name: 'rain', volume24h: dollars(7) }))
    const find = await finder([...twins, plainMarket('BUSY', { name: 'rain', volume24h: dollars(8) })])
    const bySvcId = twins.toSorted((a, b) => a.svcId - b.svcId).map(({ nativeId }) => nativeId)
    expect(find({ text: 'rain' })[0]).toEqual(['BUSY', ...bySvcId])
  })

  it('finds nothing by a text that has no word', async () => {
    const find = await finder([plainMarket('A', { name: 'Rain 🌧 today' })])
    expect(find({ text: '🌧' })).toEqual([[], 0])
    expect(find({ text: '?!' })).toEqual([[], 0])
    expect(find({ text: 'rain 🌧 ?!' })).toEqual([['A'], 1])
  })
})

describe('a search for an identifier', () => {
  const a = plainMarket('KXRAIN-26', { name: 'Rain', description: 'like 0xfeed', volume24h: dollars(5) })
  const b = plainMarketB('0xfeed', {
    slug: 'rain-in-paris',
    name: 'See KXRAIN-26',
    status: 'closed',
    category: 'Science & Tech',
    volume24h: dollars(900),
  })
  const c = plainMarketB('0xbeef', { name: 'KXRAIN-26, too: rain in Paris', description: `${a.svcId}` })

  it('puts the market that has it first: ticker, condition id, slug and svc_id, in any case', async () => {
    const find = await finder([a, b, c])
    expect(find({ text: 'kxrain-26' })[0][0]).toBe('KXRAIN-26')
    expect(find({ text: ' KXRAIN-26 ' })[1]).toBe(3)
    expect(find({ text: '0xFEED' })).toEqual([['0xfeed', 'KXRAIN-26'], 2])
    expect(find({ text: 'rain-in-paris' })).toEqual([['0xfeed', '0xbeef'], 2])
    expect(find({ text: String(a.svcId) })).toEqual([['KXRAIN-26', '0xbeef'], 2])
    expect(find({ text: String(b.svcId) })).toEqual([['0xfeed'], 1])
  })

  it('finds it whatever its status, also against the status filter', async () => {
    const find = await finder([a, b, c])
    expect(find({ text: '0xfeed', status: 'active' })).toEqual([['0xfeed', 'KXRAIN-26'], 2])
    expect(find({ text: 'kxrain-26', status: 'closed' })).toEqual([['KXRAIN-26', '0xfeed'], 2])
  })

  it('obeys the other filters', async () => {
    const find = await finder([a, b, c])
    expect(find({ text: '0xfeed', exchange: 'EXCHANGE_A' })).toEqual([['KXRAIN-26'], 1])
    expect(find({ text: '0xfeed', category: 'Weather' })).toEqual([['KXRAIN-26'], 1])
  })

  it('counts a market once that has the text as identifier and as words', async () => {
    const find = await finder([plainMarket('RAIN', { name: 'rain' }), plainMarket('B', { name: 'rain' })])
    expect(find({ text: 'rain' })).toEqual([['RAIN', 'B'], 2])
  })

  it('puts it before the others of its event, and those before what has it as a word only; each is there once', async () => {
    const event = { nativeId: 'KXRAIN', title: 'x', imageUrl: null }
    const find = await finder([
      plainMarket('KXRAIN', { event, name: 'kxrain' }),
      plainMarket('KXRAIN-B', { event, name: 'kxrain', volume24h: dollars(5) }),
      plainMarket('OTHER', { event: null, name: 'kxrain', volume24h: dollars(9) }),
    ])
    expect(find({ text: 'kxrain' })).toEqual([['KXRAIN', 'KXRAIN-B', 'OTHER'], 3])
  })

  it('finds no market whose identifier only has the same hash', async () => {
    // Found by trying: both have the same 32 bits.
    const [one, other] = ['KX5117', 'KX26368'] as const
    expect(identifierHash(one.toLowerCase())).toBe(identifierHash(other.toLowerCase()))
    const find = await finder([plainMarket(one)])
    expect(find({ text: one })).toEqual([[one], 1])
    expect(find({ text: other })).toEqual([[], 0])
  })

  it('does not find it by a part of it', async () => {
    const find = await finder([a])
    expect(find({ text: 'KXRAIN' })).toEqual([[], 0])
  })

  it('is cut into pages together with what follows', async () => {
    const find = await finder([a, b, c])
    const whole = find({ text: 'kxrain-26' })[0]
    expect(whole).toHaveLength(3)
    for (const offset of [0, 1, 2, 3])
      expect(find({ text: 'kxrain-26' }, { limit: 1, offset })).toEqual([whole.slice(offset, offset + 1), 3])
  })
})

describe('the filters', () => {
  const catalogue = [
    plainMarket('A1', { name: 'rain', category: 'Weather', expiresAt: NOON, volume24h: dollars(40) }),
    plainMarket('A2', { name: 'rain', category: 'Sports', expiresAt: NOON + DAY, volume24h: dollars(30) }),
    plainMarket('A3', { name: 'snow', category: 'Weather', status: 'closed', expiresAt: null, volume24h: dollars(20) }),
    plainMarketB('B1', { name: 'rain', category: 'Weather', status: 'inactive', expiresAt: NOON + 2 * DAY }),
  ]

  it('filters without a text show every matching market, the busiest first', async () => {
    const find = await finder(catalogue)
    expect(find({})).toEqual([['A1', 'A2', 'A3', 'B1'], 4])
    expect(find({ text: '  ' })[1]).toBe(4)
    expect(find({ exchange: 'EXCHANGE_B' })).toEqual([['B1'], 1])
    expect(find({ status: 'closed' })).toEqual([['A3'], 1])
    expect(find({ status: 'inactive' })).toEqual([['B1'], 1])
    expect(find({ category: 'Weather' })).toEqual([['A1', 'A3', 'B1'], 3])
  })

  it('take the start of the window in and leave its end out; what never expires is in no window', async () => {
    const find = await finder(catalogue)
    expect(find({ expiresFrom: NOON })[0]).toEqual(['A1', 'A2', 'B1'])
    expect(find({ expiresFrom: NOON + 1 })[0]).toEqual(['A2', 'B1'])
    expect(find({ expiresBefore: NOON + DAY })[0]).toEqual(['A1'])
    expect(find({ expiresFrom: NOON, expiresBefore: NOON + 2 * DAY })[0]).toEqual(['A1', 'A2'])
    expect(find({ expiresFrom: NOON + DAY, expiresBefore: NOON })).toEqual([[], 0])
  })

  it('combine with each other and with a text', async () => {
    const find = await finder(catalogue)
    expect(find({ text: 'rain', category: 'Weather' })[1]).toBe(2)
    expect(find({ text: 'rain', status: 'active', exchange: 'EXCHANGE_A', expiresFrom: NOON + 1 })).toEqual([['A2'], 1])
    expect(find({ category: 'Weather', status: 'active', exchange: 'EXCHANGE_B' })).toEqual([[], 0])
  })
})

describe('an order', () => {
  const event = (nativeId: string) => ({ nativeId, title: nativeId, imageUrl: null })
  const catalogue = [
    plainMarket('OLD', { name: 'rain', volume24h: dollars(9), expiresAt: NOON, startsAt: 1, event: event('E1') }),
    plainMarket('NEW', { name: 'rain x', volume24h: dollars(1), expiresAt: NOON + 2, startsAt: 2, event: event('E2') }),
    plainMarket('ENDLESS', { name: 'y', tags: ['rainy'], volume24h: dollars(5), expiresAt: null, event: null }),
    plainMarket('SNOW', { name: 'snow', volume24h: dollars(7), expiresAt: NOON + 1, startsAt: 3, event: event('E3') }),
  ]
  const page = { limit: 10, offset: 0 }

  it('of all markets is by volume, by end, or by the start of their events', async () => {
    const find = await finder(catalogue)
    expect(find({})[0]).toEqual(['OLD', 'SNOW', 'ENDLESS', 'NEW'])
    expect(find({}, { ...page, sort: 'volume' })[0]).toEqual(['OLD', 'SNOW', 'ENDLESS', 'NEW'])
    expect(find({}, { ...page, sort: 'ends_soon' })[0]).toEqual(['OLD', 'SNOW', 'NEW', 'ENDLESS'])
    expect(find({}, { ...page, sort: 'new' })[0]).toEqual(['SNOW', 'NEW', 'OLD', 'ENDLESS'])
  })

  it('of a search is over all that it finds, whatever it was found by', async () => {
    const find = await finder([
      ...catalogue,
      plainMarket('RAIN', { status: 'closed', volume24h: dollars(6), expiresAt: NOON - 1 }),
      plainMarket('RAIN-1', { volume24h: dollars(8), expiresAt: NOON + 9, event: event('RAIN') }),
    ])
    expect(find({ text: 'rain', status: 'active' }, { ...page, sort: 'volume' })).toEqual([
      ['OLD', 'RAIN-1', 'RAIN', 'ENDLESS', 'NEW'],
      5,
    ])
    expect(find({ text: 'rain', status: 'active' }, { ...page, sort: 'ends_soon' })[0]).toEqual([
      'RAIN',
      'OLD',
      'NEW',
      'RAIN-1',
      'ENDLESS',
    ])
    // A typo is corrected as without an order.
    expect(find({ text: 'snwo' }, { ...page, sort: 'new' })).toEqual(find({ text: 'snwo' }))
  })
})

it('only the requested markets are found', async () => {
  const [a, b, c] = [plainMarket('A', { name: 'rain' }), plainMarket('B', { name: 'rain' }), plainMarket('C')]
  const find = await finder([a, b, c])
  expect(new Set(find({ svcIds: [a.svcId, c.svcId] })[0])).toEqual(new Set(['A', 'C']))
  expect(find({ svcIds: [a.svcId, c.svcId], text: 'rain' })).toEqual([['A'], 1])
  expect(find({ svcIds: [] })).toEqual([[], 0])
})

describe('pages', () => {
  it('are cut out of one order, which has every market once, at any depth', async () => {
    const find = await finder(
      Array.from({ length: 300 }, (_, n) => plainMarket(`M${n}`, { name: 'rain', volume24h: dollars(n % 7) })),
    )
    for (const filter of [{ text: 'rain' }, {}]) {
      const [whole, total] = find(filter)
      expect(total).toBe(300)
      expect(new Set(whole).size).toBe(300)
      const pages = [0, 90, 180, 270].map((offset) => find(filter, { limit: 90, offset }))
      expect(pages.flatMap(([ids]) => ids)).toEqual(whole)
      expect(pages.every(([, each]) => each === 300)).toBe(true)
      expect(find(filter, { limit: 10, offset: 300 })).toEqual([[], 300])
    }
  })
})

describe('a market from a snapshot', () => {
  it('is the market that was put in, with everything', async () => {
    const full = plainMarketB('0xabc', {
      tokenIdYes: '1'.repeat(77),
      tokenIdNo: '2'.repeat(77),
      slug: 'will-it-rain',
      negRisk: true,
      negRiskId: '0xdef',
      name: 'Name with "quotes", a \n line break and 🌧',
      tags: ['One', 'Two words'],
      expiresAt: null,
      shard: 3,
      volume24h: dollars(1_000_000_000),
    })
    const snapshot = await snapshotOf([full, ...Array.from({ length: 200 }, (_, n) => plainMarket(`M${n}`))])
    expect(snapshot.size).toBe(201)
    expect(snapshot.search({ text: '0xabc' }, { limit: 1, offset: 0 }).markets).toEqual([full])
  })

  it('is the later one of two with one svc_id', async () => {
    const find = await finder([plainMarket('A', { name: 'old' }), plainMarket('A', { name: 'new' })])
    expect(find({ text: 'old' })[1]).toBe(0)
    expect(find({ text: 'new' })[1]).toBe(1)
  })

  it('is not found in an empty catalogue', async () => {
    const find = await finder([])
    expect(find({})).toEqual([[], 0])
    expect(find({ text: 'rain' })).toEqual([[], 0])
  })
})
