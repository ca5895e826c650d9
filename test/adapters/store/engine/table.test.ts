import { array, asyncProperty, assert as check, constantFrom } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import type { TableFaults } from '#adapters/store/engine/wire.ts'
import { firstFaults, tableFaults } from '#test/support/faults/table-faults.ts'
import { rounds } from '#test/support/run/plays.ts'
import { freshTable } from '#test/support/store.ts'

const key = (n: number) => ({ pk: 'p', sk: String(n).padStart(5, '0') })

/** A table that stores version `v` of one row, through which bad luck happens to what `table` does and not to what `calm` does. */
const unlucky = async (faults: TableFaults) => {
  const { table: calm, reach } = await freshTable()
  await calm.write([{ put: { ...key(1), v: 1 }, expect: 'absent' }])
  return { calm, table: openTable({ ...reach, faults }) }
}

const second = { put: { ...key(1), v: 2 }, expect: { same: { v: 1 } } } as const
const another = { put: { ...key(2), v: 1 }, expect: 'absent' } as const

/** How nobody hears that a write was made. */
const LOST = ['answer_lost', 'done_but_5xx'] as const

describe('reading rows', () => {
  it('keeps every type of value a row may hold', async () => {
    const { table } = await freshTable()
    const row = {
      ...key(1),
      text: 'ünïcode',
      empty: '',
      number: -12.5,
      big: Number.MAX_SAFE_INTEGER,
      yes: true,
      list: [1, 'two', [false]],
      map: { a: { b: 'c' } },
    }
    await table.write([
      { put: { ...row, bytes: new Uint8Array([1, 2, 255]), no: null, not: undefined }, expect: 'absent' },
    ])
    const { w, bytes, ...read } = (await table.get(key(1))) ?? {}
    expect(read).toEqual(row)
    expect([...(bytes instanceof Uint8Array ? bytes : [])]).toEqual([1, 2, 255])
    expect(w).toEqual(expect.any(String))
  })

  it('gets more rows than one request holds, in the order asked, without those that are not there', async () => {
    const { table } = await freshTable()
    await table.putAll(Array.from({ length: 230 }, (_, n) => ({ ...key(n), n })))
    const requested = [500, ...Array.from({ length: 230 }, (_, n) => 229 - n), 3]
    const rows = await table.batchGet(requested.map(key))
    expect(rows.map((row) => row['n'])).toEqual(requested.slice(1))
  })

  it('follows the pages of a long answer, and counts it without reading it', async () => {
    const { table } = await freshTable()
    const text = 'x'.repeat(10_000)
    await table.putAll(Array.from({ length: 300 }, (_, n) => ({ ...key(n), n, even: n % 2 === 0, text })))
    const numbers = (await table.query({ partition: 'p' })).map((row) => row['n'])
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => n))
    expect(await table.count({ partition: 'p' })).toBe(300)
    expect(await table.count({ partition: 'p', filter: { even: true, odd: undefined } })).toBe(150)
    const last = await table.query({ partition: 'p', descending: true, limit: 2, attributes: ['n'] })
    expect(last).toEqual([{ n: 299 }, { n: 298 }])
    expect(await table.query({ partition: 'nothing' })).toEqual([])
  })

  it('reads the part of a partition it is asked for, its ends included or not as the question says', async () => {
    const { table } = await freshTable()
    await table.putAll([1, 2, 3, 10].map((n) => ({ ...key(n), n })))
    const ask = async (sort: NonNullable<Parameters<typeof table.query>[0]['sort']>) =>
      (await table.query({ partition: 'p', sort })).map((row) => row['n'])
    expect(await ask({ startsWith: '0000' })).toEqual([1, 2, 3])
    expect(await ask({ atLeast: '00002' })).toEqual([2, 3, 10])
    expect(await ask({ from: '00001', upTo: '00003' })).toEqual([1, 2, 3])
    expect(await ask({ above: '00001', upTo: '00003' })).toEqual([2, 3])
    expect(await ask({ above: '', upTo: '~' })).toEqual([1, 2, 3, 10])
  })
})

describe('writing rows', () => {
  it('makes all changes or none, and says which ones stood in the way', async () => {
    const { table } = await freshTable()
    await table.write([{ put: { ...key(1), v: 1 }, expect: 'absent' }])
    const result = await table.write([
      { put: { ...key(2), v: 1 }, expect: 'absent' },
      { put: { ...key(1), v: 2 }, expect: { same: { v: 7 } } },
      { remove: key(3), expect: { same: { v: 1 } } },
    ])
    expect(result).toEqual({ written: false, failed: [1, 2] })
    expect(await table.get(key(2))).toBeNull()
    expect(await table.get(key(1))).toMatchObject({ v: 1 })
  })

  it('compares with the stored row, absent attributes included', async () => {
    const { table } = await freshTable()
    await table.write([{ put: { ...key(1), v: 1, a: 'x' }, expect: 'absent' }])
    const put = { ...key(1), v: 1, a: 'x' }
    expect(await table.write([{ put, expect: { same: { b: 'x' } } }])).toEqual({ written: false, failed: [0] })
    expect(await table.write([{ put, expect: { same: { a: null } } }])).toEqual({ written: false, failed: [0] })
    expect(await table.write([{ put, expect: { same: { a: 'x', b: null } } }])).toEqual({ written: true })
    expect(await table.write([{ put: { ...key(9) }, expect: { same: { a: null } } }])).toMatchObject({ written: false })
    expect(await table.write([])).toEqual({ written: true })
  })

  it.each(LOST)('counts a put whose answer was lost (%s) as made, once', async (lost) => {
    const { table, calm } = await unlucky(firstFaults(lost))
    expect(await table.write([second])).toEqual({ written: true })
    expect(await calm.get(key(1))).toMatchObject({ v: 2 })
    expect(await calm.write([second])).toEqual({ written: false, failed: [0] })
  })

  it.each(LOST)('counts a new row whose answer was lost (%s) as made, once', async (lost) => {
    const { table, calm } = await unlucky(firstFaults(lost))
    const created = { put: { ...key(7), v: 1 }, expect: 'absent' } as const
    expect(await table.write([created])).toEqual({ written: true })
    expect(await calm.write([created])).toEqual({ written: false, failed: [0] })
  })

  it.each(LOST)('counts a removal whose answer was lost (%s) as made, but not one that found nothing', async (lost) => {
    const { table, calm } = await unlucky(firstFaults(lost))
    const removal = { remove: key(1), expect: { same: { v: 1 } } } as const
    expect(await table.write([removal])).toEqual({ written: true })
    expect(await calm.write([removal])).toEqual({ written: false, failed: [0] })
  })

  it.each(LOST)('counts a transaction whose answer was lost (%s) as made, once', async (lost) => {
    const { table, calm } = await unlucky(firstFaults(lost, lost, 'conflict'))
    expect(await table.write([second, another])).toEqual({ written: true })
    expect(await calm.get(key(1))).toMatchObject({ v: 2 })
    expect(await calm.get(key(2))).toMatchObject({ v: 1 })
  })

  it('does not take another writer’s row for its own', async () => {
    const { calm, table } = await unlucky(firstFaults('request_lost'))
    const faster = calm.write([{ put: { ...key(1), v: 2, by: 'other' }, expect: { same: { v: 1 } } }])
    expect(await faster).toEqual({ written: true })
    expect(await table.write([second])).toEqual({ written: false, failed: [0] })
    expect(await calm.get(key(1))).toMatchObject({ by: 'other' })
  })

  it('bears throttles, conflicts and broken connections without a word', async () => {
    for (const fault of ['throttled', 'conflict', 'request_lost'] as const) {
      const { table, calm } = await unlucky(firstFaults(fault, fault, fault))
      expect(await table.write([second, another])).toEqual({ written: true })
      expect(await calm.get(key(1))).toMatchObject({ v: 2 })
    }
  })

  it('gives up in the end, and reports why', async () => {
    const { table } = await unlucky(tableFaults(() => 'throttled'))
    await expect(table.get(key(1))).rejects.toThrow('ProvisionedThroughputExceededException')
  })

  it('never does a write twice or half, whatever happens to its requests', async () => {
    const fault = constantFrom(null, 'throttled', 'conflict', 'request_lost', ...LOST)
    const { table: calm, reach } = await freshTable()
    let row = 0
    await check(
      asyncProperty(array(fault, { maxLength: 5 }), array(fault, { maxLength: 5 }), async (mine, yours) => {
        row += 2
        const [one, two] = [key(row), key(row + 1)]
        await calm.write([{ put: { ...one, v: 1 }, expect: 'absent' }])
        const results = await Promise.all(
          [mine, yours].map((faults, by) =>
            openTable({ ...reach, faults: firstFaults(...faults) }).write([
              { put: { ...one, v: 2, by }, expect: { same: { v: 1 } } },
              ...(row % 4 === 0 ? [{ put: { ...two, by }, expect: 'absent' as const }] : []),
            ]),
          ),
        )
        const winners = results.flatMap(({ written }, by) => (written ? [by] : []))
        expect(winners).toHaveLength(1)
        expect(await calm.get(one)).toMatchObject({ v: 2, by: winners[0] })
        if (row % 4 === 0) expect(await calm.get(two)).toMatchObject({ by: winners[0] })
      }),
      { numRuns: rounds(40) },
    )
  })
})
