import { describe, expect, it } from 'vitest'
import { marketStore } from '#adapters/store/markets.ts'
import { openTable } from '#adapters/store/table.ts'
import type { Market } from '#domain/market.ts'
import { money } from '#domain/numbers.ts'
import { freshTable } from '#test/support/store.ts'
import { sampleMarket } from './samples.ts'

const dollars = (amount: number) => money(amount * 1_000_000)
const ALL = { limit: 1_000, offset: 0 }

describe('markets in the store', () => {
  it('read back as they were stored', async () => {
    const markets = marketStore((await freshTable()).table)
    const full = sampleMarket('0xabc', {
      exchange: 'EXCHANGE_B',
      ticker: null,
      tokenIdYes: '1'.repeat(77),
      tokenIdNo: '2'.repeat(77),
      slug: 'will-it-rain',
      conditionId: '0xabc',
      negRisk: true,
      negRiskId: '0xdef',
      expiresAt: null,
      shard: 3,
      status: 'closed',
    })
    expect(await markets.putChanged([full, sampleMarket('KXA')])).toBe(2)
    expect(await markets.get(full.svcId)).toEqual(full)
    expect(await markets.get(sampleMarket('KXA').svcId)).toEqual(sampleMarket('KXA'))
    expect(await markets.get(1)).toBeNull()
  })

  it('are written only when they changed, also as another process sees it', async () => {
    const { table, reach } = await freshTable()
    const all = Array.from({ length: 130 }, (_, n) => sampleMarket(`KX${n}`))
    expect(await marketStore(table).putChanged(all)).toBe(130)
    expect(await marketStore(table).putChanged(all)).toBe(0)
    const written: string[] = []
    const watched = openTable({ ...reach, onConsumed: ({ operation }) => written.push(operation) })
    const markets = marketStore(watched)
    const changed = all.map((market, n) => (n === 7 ? { ...market, name: 'New name' } : market))
    expect(await markets.putChanged(changed)).toBe(1)
    expect(await markets.putChanged(changed)).toBe(0)
    expect(written).toEqual(['batchGet', 'batchGet', 'putAll'])
    expect((await markets.get(all[7]?.svcId ?? 0))?.name).toBe('New name')
  })

  it('are not written for every trade: volume counts from a tenth and from $100 on, or when it ends', async () => {
    const markets = marketStore((await freshTable()).table)
    const at = (volume: number) => [sampleMarket('KXA', { volume24h: dollars(volume) })]
    await markets.putChanged(at(10_000))
    expect(await markets.putChanged(at(10_999))).toBe(0)
    expect(await markets.putChanged(at(11_000))).toBe(1)
    expect(await markets.putChanged(at(9_900))).toBe(1)
    expect(await markets.putChanged(at(50))).toBe(1)
    expect(await markets.putChanged(at(149))).toBe(0)
    expect(await markets.putChanged(at(0))).toBe(1)
  })

  it('keep an identifier with the market that had it first, and tell of the other', async () => {
    const { table } = await freshTable()
    const first = sampleMarket('KXA')
    const second = { ...sampleMarket('KXB'), svcId: first.svcId }
    const told: Array<readonly [Market, Market]> = []
    const markets = marketStore(table, { onCollision: (refused, stored) => told.push([refused, stored]) })
    await markets.putChanged([first])
    expect(await markets.putChanged([second])).toBe(0)
    expect(told).toEqual([[second, first]])
    expect(await markets.get(first.svcId)).toEqual(first)
  })

  it('keep apart two markets of one batch that share an identifier', async () => {
    const first = sampleMarket('KXA')
    const second = { ...sampleMarket('KXB'), svcId: first.svcId }
    const told: string[] = []
    const markets = marketStore((await freshTable()).table, {
      onCollision: (refused, stored) => told.push(`${refused.nativeId} ${stored.nativeId}`),
    })
    expect(await markets.putChanged([first, second])).toBe(1)
    expect(told).toEqual(['KXB KXA'])
  })

  it('tell the native ids of an exchange’s active markets', async () => {
    const markets = marketStore((await freshTable()).table)
    await markets.putChanged([
      sampleMarket('KXA'),
      sampleMarket('KXB', { status: 'closed' }),
      sampleMarket('KXC'),
      sampleMarket('0xd', { exchange: 'EXCHANGE_B' }),
    ])
    await markets.putChanged([sampleMarket('KXC', { status: 'inactive' })])
    expect(await markets.activeIds('EXCHANGE_A')).toEqual(['KXA'])
    expect(await markets.activeIds('EXCHANGE_B')).toEqual(['0xd'])
  })
})

describe('the market search', () => {
  const catalogue = [
    sampleMarket('KXRAIN-1', { name: 'Rain in Paris', description: 'Any rain', volume24h: dollars(500) }),
    sampleMarket('KXRAIN-2', { name: 'Rain in London', description: 'Heathrow', volume24h: dollars(900) }),
    sampleMarket('KXRAIN-3', {
      name: 'Rain in Rome',
      description: 'Any rain',
      status: 'closed',
      volume24h: dollars(700),
    }),
    sampleMarket('0xfeed', {
      exchange: 'EXCHANGE_B',
      ticker: null,
      conditionId: '0xFEED',
      slug: 'rain-in-paris',
      name: 'Paris: rain?',
      description: 'See KXRAIN-1',
      volume24h: dollars(100),
    }),
  ]
  const search = async () => {
    const markets = marketStore((await freshTable()).table)
    await markets.putChanged(catalogue)
    return async (...[filter, page]: Parameters<typeof markets.search>) => {
      const found = await markets.search(filter, page)
      return [found.markets.map(({ nativeId }) => nativeId), found.total] as const
    }
  }

  it('wants every word somewhere, in any case, and puts the busiest first', async () => {
    const find = await search()
    expect(await find({ text: 'RAIN' }, ALL)).toEqual([['KXRAIN-2', 'KXRAIN-3', 'KXRAIN-1', '0xfeed'], 4])
    expect(await find({ text: ' paris  rain ' }, ALL)).toEqual([['KXRAIN-1', '0xfeed'], 2])
    expect(await find({ text: 'heathrow' }, ALL)).toEqual([['KXRAIN-2'], 1])
    expect(await find({ text: 'snow' }, ALL)).toEqual([[], 0])
  })

  it('filters by exchange and status, and finds all without a text', async () => {
    const find = await search()
    expect(await find({}, ALL)).toEqual([['KXRAIN-2', 'KXRAIN-3', 'KXRAIN-1', '0xfeed'], 4])
    expect(await find({ text: '', status: 'active', exchange: 'EXCHANGE_A' }, ALL)).toEqual([
      ['KXRAIN-2', 'KXRAIN-1'],
      2,
    ])
    expect(await find({ exchange: 'EXCHANGE_B', status: 'closed' }, ALL)).toEqual([[], 0])
  })

  it('puts an exact identifier first, whatever the status of its market', async () => {
    const find = await search()
    expect(await find({ text: 'kxrain-1' }, ALL)).toEqual([['KXRAIN-1', '0xfeed'], 2])
    expect(await find({ text: 'kxrain-3', status: 'active' }, ALL)).toEqual([['KXRAIN-3'], 1])
    expect(await find({ text: '0xfeed' }, ALL)).toEqual([['0xfeed'], 1])
    expect(await find({ text: 'rain-in-paris' }, ALL)).toEqual([['0xfeed'], 1])
    expect(await find({ text: String(catalogue[0]?.svcId) }, ALL)).toEqual([['KXRAIN-1'], 1])
  })

  it('cuts the page out of the whole, and says how many there are', async () => {
    const find = await search()
    expect(await find({ text: 'rain' }, { limit: 2, offset: 1 })).toEqual([['KXRAIN-3', 'KXRAIN-1'], 4])
    expect(await find({ text: 'rain' }, { limit: 2, offset: 9 })).toEqual([[], 4])
  })
})
