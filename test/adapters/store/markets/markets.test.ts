import { describe, expect, it } from 'vitest'
import { marketKey } from '#adapters/store/engine/keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { marketToRow } from '#adapters/store/markets/market-row.ts'
import { marketRowStore } from '#adapters/store/markets/market-rows.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { money } from '#domain/kernel/numbers.ts'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { freshTable } from '#test/support/store.ts'
import { sampleMarket } from '../samples.ts'

const dollars = (amount: number) => money(amount * 1_000_000)

/** A table whose operations are noted. */
const watchedTable = async () => {
  const { reach } = await freshTable()
  const operations: string[] = []
  const table = openTable({
    ...reach,
    faults: (operation, send) => {
      operations.push(operation)
      return send()
    },
  })
  return { table, operations }
}

/** One query for each of the 16 partitions of markets. */
const A_QUERY_OF_EACH = Array.from({ length: 16 }, () => 'query')

describe('markets that something names', () => {
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
      opensAt: 1_700_000_000_000,
      shard: 3,
      status: 'closed',
    })
    await markets.name([full, sampleMarket('KXA')])
    expect(await markets.get(full.svcId)).toEqual(full)
    expect(await markets.get(sampleMarket('KXA').svcId)).toEqual(sampleMarket('KXA'))
    expect(await markets.get(1)).toBeNull()
  })

  it('are written once: whoever names one again finds it there, and remembers that', async () => {
    const { table, operations } = await watchedTable()
    await marketStore(table).name([sampleMarket('KXA'), sampleMarket('KXB')])
    expect(operations).toEqual(['batchGet', 'put', 'put'])
    operations.length = 0
    const markets = marketStore(table)
    await markets.name([sampleMarket('KXA')])
    await markets.name([sampleMarket('KXA')])
    expect(operations).toEqual(['batchGet'])
    operations.length = 0
    const reading = marketStore(table)
    const market = await reading.get(sampleMarket('KXB').svcId)
    await reading.name(market === null ? [] : [market])
    expect(operations).toEqual(['get'])
  })

  it('are distinguished from the markets of earlier versions, which stored all, and are marked when named', async () => {
    const { table } = await freshTable()
    const [old, named] = [sampleMarket('KXOLD'), sampleMarket('KXNAMED')]
    await table.putAll([marketToRow(old, false)])
    const markets = marketStore(table)
    await markets.name([named])
    expect(await marketRowStore(table).namedAmong([old.svcId, named.svcId, 7])).toEqual([named.svcId])
    expect(await markets.get(old.svcId)).toEqual(old)
    await markets.name([old])
    expect(await marketRowStore(table).namedAmong([old.svcId, named.svcId, 7])).toEqual([old.svcId, named.svcId])
  })

  it('stay as they are when they are named by an older read', async () => {
    const { table } = await freshTable()
    const closed = sampleMarket('KXA', { status: 'closed' })
    await marketStore(table).name([closed])
    await marketStore(table).name([sampleMarket('KXA')])
    expect(await marketStore(table).get(closed.svcId)).toEqual(closed)
  })

  it('are brought up to date, and no other market is stored for that', async () => {
    const { table, operations } = await watchedTable()
    const all = Array.from({ length: 130 }, (_, n) => sampleMarket(`KX${n}`))
    const [named, old] = all as [(typeof all)[0] & {}, (typeof all)[0] & {}]
    await marketStore(table).name([named])
    await table.putAll([marketToRow(old, false)])
    operations.length = 0
    await marketRowStore(table).refresh(all.map((market) => ({ ...market, status: 'closed' })))
    expect(operations).toEqual([...A_QUERY_OF_EACH, 'putAll'])
    const markets = marketStore(table)
    const ids = all.map(({ svcId }) => svcId)
    expect((await markets.getMany(ids)).map(({ nativeId, status }) => [nativeId, status])).toEqual([
      ['KX0', 'closed'],
      ['KX1', 'closed'],
    ])
    expect(await marketRowStore(table).namedAmong(ids)).toEqual([named.svcId])
    operations.length = 0
    await marketRowStore(table).refresh(all.map((market) => ({ ...market, status: 'closed' })))
    expect(operations).toEqual(A_QUERY_OF_EACH)
  })

  it('are asked for one by one where there are more than a few of them', async () => {
    const { table, operations } = await watchedTable()
    const [asked, others] = [0, 1].map((kind) =>
      Array.from({ length: 160 }, (_, n) => sampleMarket(`KX${kind}-${n}`)),
    ) as [ReturnType<typeof sampleMarket>[], ReturnType<typeof sampleMarket>[]]
    await marketStore(table).name([...asked.slice(0, 2), ...others])
    operations.length = 0
    const found = await marketRowStore(table).namedAmong(asked.map(({ svcId }) => svcId))
    expect(found).toEqual(asked.slice(0, 2).map(({ svcId }) => svcId))
    expect(operations).toEqual([...A_QUERY_OF_EACH, 'batchGet', 'batchGet'])
  })

  it('are not written for every trade: volume counts from a tenth and from $100 on, or when it ends', async () => {
    const { table, operations } = await watchedTable()
    const at = (volume: number) => [sampleMarket('KXA', { volume24h: dollars(volume) })]
    const markets = marketStore(table)
    await markets.name(at(10_000))
    const writes = async (volume: number): Promise<number> => {
      operations.length = 0
      await marketRowStore(table).refresh(at(volume))
      return operations.filter((operation) => operation === 'putAll').length
    }
    expect([await writes(10_999), await writes(11_000), await writes(9_900), await writes(50)]).toEqual([0, 1, 1, 1])
    expect([await writes(149), await writes(0)]).toEqual([0, 1])
  })

  it('leave one as it is that cannot be read, and go on with all others', async () => {
    const { table } = await freshTable()
    const [damaged, other] = [sampleMarket('KXA'), sampleMarket('KXB')]
    await marketStore(table).name([other])
    const row = { ...marketKey(damaged.svcId), st: 'asleep' }
    await table.putAll([row])
    const [rows, markets] = [marketRowStore(table), marketStore(table)]
    await rows.refresh([damaged, { ...other, status: 'closed' }])
    await markets.name([damaged, other])
    const ids = [damaged.svcId, other.svcId]
    expect(await rows.getMany(ids)).toMatchObject([{ nativeId: 'KXB', status: 'closed' }])
    expect(await markets.getMany(ids, { skipUnreadable: true })).toMatchObject([{ nativeId: 'KXB' }])
    expect(await table.get(marketKey(damaged.svcId))).toMatchObject(row)
    await expect(markets.getMany(ids)).rejects.toThrow(UnreadableRow)
  })

  it('keep an identifier that another market has, too', async () => {
    const { table } = await freshTable()
    const first = sampleMarket('KXA')
    const markets = marketStore(table)
    await markets.name([first])
    await marketRowStore(table).refresh([{ ...sampleMarket('KXB'), svcId: first.svcId }])
    expect(await markets.get(first.svcId)).toEqual(first)
  })

  it('are listed by exchange while they are active', async () => {
    const { table } = await freshTable()
    const markets = marketStore(table)
    await markets.name([
      sampleMarket('KXA'),
      sampleMarket('KXB', { status: 'closed' }),
      sampleMarket('KXC'),
      sampleMarket('0xd', { exchange: 'EXCHANGE_B' }),
    ])
    await marketRowStore(table).refresh([sampleMarket('KXC', { status: 'inactive' })])
    const { svcId } = sampleMarket('KXA')
    expect(await marketRowStore(table).activeRows('EXCHANGE_A')).toEqual([{ svcId, nativeId: 'KXA' }])
    expect((await marketRowStore(table).activeRows('EXCHANGE_B')).map(({ nativeId }) => nativeId)).toEqual(['0xd'])
  })
})

describe('the list of active markets', () => {
  it('is spread over four keys, and those of earlier versions are in it, all under the first key', async () => {
    const { table } = await freshTable()
    const markets = Array.from({ length: 8 }, (_, n) => ({ ...sampleMarket(`KX${n}`), svcId: 800 + n }))
    await marketStore(table).name(markets.slice(4))
    await table.putAll(
      markets
        .slice(0, 4)
        .map((market) => ({ ...marketToRow(market, true), lp: 'm#A#active', ls: String(market.svcId) })),
    )
    const found = await marketRowStore(table).activeRows('EXCHANGE_A')
    expect(found.map(({ svcId }) => svcId).toSorted((a, b) => a - b)).toEqual(markets.map(({ svcId }) => svcId))
    const lists = new Set(markets.slice(4).map((market) => marketToRow(market, true)['lp']))
    expect([...lists]).toEqual(['m#A#active', 'm#A#active.1', 'm#A#active.2', 'm#A#active.3'])
  })
})

describe('markets that nothing names', () => {
  it('are found where all markets are, in the order asked for', async () => {
    const { table } = await freshTable()
    const [named, other] = [sampleMarket('KXNAMED'), sampleMarket('KXOTHER')]
    await marketStore(table).name([named])
    const requested: number[] = []
    const markets = marketStore(table, {
      find: async (svcId) => {
        requested.push(svcId)
        return svcId === other.svcId ? other : null
      },
    })
    expect(await markets.get(named.svcId)).toEqual(named)
    expect(requested).toEqual([])
    expect(await markets.get(other.svcId)).toEqual(other)
    expect(await markets.getMany([7, other.svcId, named.svcId, other.svcId])).toEqual([other, named])
  })

  it('are looked for twice in a table that may show a fresh row late', async () => {
    const { table } = await freshTable()
    await marketStore(table).name([sampleMarket('KXA')])
    const late = { ...table, get: async () => null }
    expect(await marketStore(late).get(sampleMarket('KXA').svcId)).toEqual(sampleMarket('KXA'))
  })
})
