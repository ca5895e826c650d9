import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { money } from '#domain/kernel/numbers.ts'
import { freshTable } from '#test/support/store.ts'
import { sampleMarket } from '../samples.ts'

const dollars = (amount: number) => money(amount * 1_000_000)

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
    expect(await markets.putChanged([full, sampleMarket('KXA')])).toHaveLength(2)
    expect(await markets.get(full.svcId)).toEqual(full)
    expect(await markets.get(sampleMarket('KXA').svcId)).toEqual(sampleMarket('KXA'))
    expect(await markets.get(1)).toBeNull()
  })

  it('are written only when they changed, also as another process sees it', async () => {
    const { table, reach } = await freshTable()
    const all = Array.from({ length: 130 }, (_, n) => sampleMarket(`KX${n}`))
    expect(await marketStore(table).putChanged(all)).toHaveLength(130)
    expect(await marketStore(table).putChanged(all)).toHaveLength(0)
    const written: string[] = []
    const watched = openTable({
      ...reach,
      faults: (operation, send) => {
        written.push(operation)
        return send()
      },
    })
    const markets = marketStore(watched)
    const changed = all.map((market, n) => (n === 7 ? { ...market, name: 'New name' } : market))
    expect(await markets.putChanged(changed)).toHaveLength(1)
    expect(await markets.putChanged(changed)).toHaveLength(0)
    expect(written).toEqual(['batchGet', 'batchGet', 'putAll'])
    expect((await markets.get(all[7]?.svcId ?? 0))?.name).toBe('New name')
  })

  it('are not written for every trade: volume counts from a tenth and from $100 on, or when it ends', async () => {
    const markets = marketStore((await freshTable()).table)
    const at = (volume: number) => [sampleMarket('KXA', { volume24h: dollars(volume) })]
    await markets.putChanged(at(10_000))
    expect(await markets.putChanged(at(10_999))).toHaveLength(0)
    expect(await markets.putChanged(at(11_000))).toHaveLength(1)
    expect(await markets.putChanged(at(9_900))).toHaveLength(1)
    expect(await markets.putChanged(at(50))).toHaveLength(1)
    expect(await markets.putChanged(at(149))).toHaveLength(0)
    expect(await markets.putChanged(at(0))).toHaveLength(1)
  })

  it('keep an identifier with the market that had it first, and tell of the other', async () => {
    const { table } = await freshTable()
    const first = sampleMarket('KXA')
    const second = { ...sampleMarket('KXB'), svcId: first.svcId }
    const told: string[] = []
    const markets = marketStore(table, {
      onCollision: (refused, stored) => told.push(`${refused.nativeId} ${stored.nativeId}`),
    })
    await markets.putChanged([first])
    expect(await markets.putChanged([second])).toHaveLength(0)
    expect(told).toEqual(['KXB KXA'])
    expect(await markets.get(first.svcId)).toEqual(first)
  })

  it('keep apart two markets of one batch that share an identifier', async () => {
    const first = sampleMarket('KXA')
    const second = { ...sampleMarket('KXB'), svcId: first.svcId }
    const told: string[] = []
    const markets = marketStore((await freshTable()).table, {
      onCollision: (refused, stored) => told.push(`${refused.nativeId} ${stored.nativeId}`),
    })
    expect(await markets.putChanged([first, second])).toHaveLength(1)
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

  it('come as a whole catalogue, each once, whatever their status', async () => {
    const markets = marketStore((await freshTable()).table)
    const all = Array.from({ length: 50 }, (_, n) =>
      sampleMarket(`KX${n}`, { status: (['active', 'closed', 'inactive'] as const)[n % 3] ?? 'active' }),
    )
    await markets.putChanged(all)
    const read = await Array.fromAsync(markets.all())
    const bySvcId = (list: typeof all) => list.toSorted((a, b) => a.svcId - b.svcId)
    expect(bySvcId(read)).toEqual(bySvcId(all))
  })
})
