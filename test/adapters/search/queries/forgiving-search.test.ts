/** A search forgives typos and signs, and finds the beginning of a ticker. */

import { describe, expect, it } from 'vitest'
import type { Market } from '#domain/markets/market.ts'
import { dollars, plainMarket, plainMarketB, snapshotDesk } from '../snapshot-desk.ts'

const { snapshotOf } = snapshotDesk()
const ALL = { limit: 100, offset: 0 }

const desk = async (markets: readonly Market[]) => {
  const snapshot = await snapshotOf(markets)
  return (text: string, more = {}) => {
    const { markets, total, correctedText } = snapshot.search({ text, ...more }, ALL)
    return [markets.map(({ nativeId }) => nativeId), total, correctedText] as const
  }
}

describe('a typo', () => {
  const markets = [
    plainMarket('ECB', { name: 'European Central Bank decision' }),
    plainMarket('PRES', { name: 'Presidential election winner', volume24h: dollars(5) }),
    plainMarket('SAO', { name: 'São Paulo mayor: Zürich' }),
  ]

  it.each([
    ['a letter wrong', 'europaan bank', 'european bank'],
    ['a letter missing', 'europan bank', 'european bank'],
    ['a letter too many', 'eurropean bank', 'european bank'],
    ['two letters swapped', 'euorpean bank', 'european bank'],
    ['the first letter wrong', 'wuropean bank', 'european bank'],
    ['the last letter missing before another word', 'europea bank', 'european bank'],
    ['in capitals', 'EUROPAEN BANK', 'european BANK'],
    ['in each of two words', 'europaen centarl bank', 'european central bank'],
    ['in the last word', 'bank decisoin', 'bank decision'],
    ['in the beginning of the last word', 'bank deciison', 'bank decision'],
    ['with signs around it', '“europaen”, bank!', 'european bank'],
  ])('is forgiven: %s', async (_, typed, meant) => {
    expect((await desk(markets))(typed)).toEqual([['ECB'], 1, meant])
  })

  it('in the beginning of a word is forgiven, too', async () => {
    expect((await desk(markets))('presidnetia')).toEqual([['PRES'], 1, expect.stringMatching(/^preside/)])
  })

  it('is not looked for while something is found, nor in words of four letters, nor twice in one word', async () => {
    const find = await desk([...markets, plainMarket('ODD', { name: 'The europaen way' })])
    expect(find('europaen')).toEqual([['ODD'], 1, null])
    expect(find('bnak')).toEqual([[], 0, null])
    expect(find('eruopaen bank')).toEqual([[], 0, null])
    expect(find('zurihc')).toEqual([['SAO'], 1, 'zurich'])
  })

  it('is also one where both words occur, but never together', async () => {
    const find = await desk([...markets, plainMarket('ODD', { name: 'The europaen way' })])
    expect(find('europaen bank')).toEqual([['ECB'], 1, 'european bank'])
  })

  it('takes the most used of several words it may be', async () => {
    const find = await desk([
      plainMarket('A', { name: 'house prices' }),
      plainMarket('B', { name: 'horse races' }),
      plainMarket('C', { name: 'horse shows' }),
    ])
    expect(find('hoxse')).toEqual([expect.arrayContaining(['B', 'C']), 2, 'horse'])
  })

  it('obeys the filters: what they leave nothing of is no correction', async () => {
    const find = await desk(markets)
    expect(find('europaen bank', { status: 'closed' })).toEqual([[], 0, null])
    expect(find('europaen bank', { status: 'active' })[1]).toBe(1)
  })
})

describe('signs in a text', () => {
  it('are forgiven where the words stand apart', async () => {
    const find = await desk([plainMarket('A', { name: 'Rain today in Paris' }), plainMarket('B')])
    for (const text of ['paris,rain', 'rain/paris', 'rain-paris', 'paris…rain?', '(rain)+(paris)'])
      expect(find(text), text).toEqual([['A'], 1, null])
  })
})

describe('the beginning of a ticker', () => {
  const event = (nativeId: string) => ({ nativeId, title: nativeId, imageUrl: null })
  const markets = [
    plainMarket('KXSENATEOH-26-R', { event: event('KXSENATEOH-26'), volume24h: dollars(1) }),
    plainMarket('KXSENATEOH-26-D', { event: event('KXSENATEOH-26'), volume24h: dollars(9) }),
    plainMarket('KXSENATEGA-26-D', { event: event('KXSENATEGA-26'), name: 'kxsenateoh', volume24h: dollars(99) }),
    plainMarket('KXRAIN-26', { event: event('KXRAIN-26'), status: 'closed' }),
    plainMarketB('0xab', { event: event('90210') }),
  ]

  it('finds the markets of all events that begin so, the busiest first, and then those that say it in words', async () => {
    const find = await desk(markets)
    expect(find('KXSENATEOH')[0]).toEqual(['KXSENATEOH-26-D', 'KXSENATEOH-26-R', 'KXSENATEGA-26-D'])
    expect(find('kxsenate')).toEqual([['KXSENATEGA-26-D', 'KXSENATEOH-26-D', 'KXSENATEOH-26-R'], 3, null])
    expect(find('kxsenateoh-26')[0].slice(0, 2)).toEqual(['KXSENATEOH-26-D', 'KXSENATEOH-26-R'])
  })

  it('may reach into the ticker of the market', async () => {
    const find = await desk(markets)
    expect(find('kxsenateoh-26-')[0].slice(0, 2)).toEqual(['KXSENATEOH-26-D', 'KXSENATEOH-26-R'])
    expect(find('KXSENATEGA-26-')).toEqual([['KXSENATEGA-26-D'], 1, null])
  })

  it('obeys the filters, and has at least three characters', async () => {
    const find = await desk(markets)
    expect(find('kxrain', { status: 'active' })).toEqual([[], 0, null])
    expect(find('kxrain')).toEqual([['KXRAIN-26'], 1, null])
    expect(find('kx')).toEqual([['KXSENATEGA-26-D'], 1, null])
  })

  it('is cut into pages together with what follows', async () => {
    const snapshot = await snapshotOf(markets)
    const page = (limit: number, offset: number) =>
      snapshot.search({ text: 'kxsenateoh' }, { limit, offset }).markets.map(({ nativeId }) => nativeId)
    expect([...page(2, 0), ...page(2, 2)]).toEqual(page(4, 0))
    expect(page(4, 0)).toHaveLength(3)
  })
})
