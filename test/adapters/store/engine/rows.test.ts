import { describe, expect, it } from 'vitest'
import {
  exactOrNone,
  exchangeValue,
  flag,
  id,
  jsonOf,
  list,
  listOrNone,
  oneOf,
  orNull,
  priceValue,
  text,
  whole,
} from '#adapters/store/engine/codecs.ts'
import { mapOf, readRow, rowOf, seriesOf } from '#adapters/store/engine/rows.ts'
import { price } from '#domain/kernel/numbers.ts'

const FORM = rowOf({
  name: ['n', text],
  kind: ['k', oneOf(['one', 'two'])],
  owner: ['o', id],
  exchange: ['x', exchangeValue],
  limit: ['p', orNull(priceValue)],
  cost: ['c', exactOrNone],
  isOpen: ['b', flag],
  tags: ['t', listOrNone(text)],
  part: ['m', orNull(mapOf({ count: ['c', whole], notes: ['l', list(text)] }))],
  marks: ['j', jsonOf(list(seriesOf({ at: whole, mark: orNull(priceValue) })))],
})

const RECORD = {
  name: 'ünïcode',
  kind: 'two',
  owner: '0193a1b2-0000-7000-8000-00000000aaaa',
  exchange: 'EXCHANGE_B',
  limit: price(420_000),
  cost: -12_300_000_000_000_000_001n,
  isOpen: true,
  tags: ['a', ''],
  part: { count: 0, notes: [] },
  marks: [
    { at: 1, mark: null },
    { at: 2, mark: price(0) },
  ],
} as const

const KEY = { pk: 'O#1', sk: 'O' }
const failureOf = (row: Parameters<typeof FORM.read>[0]): string => {
  try {
    readRow({ ...KEY, ...FORM.write(RECORD), ...row }, FORM.read)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

describe('a table of fields', () => {
  it('writes short attributes and reads the same record from them', () => {
    const row = FORM.write(RECORD)
    expect(row).toEqual({
      n: 'ünïcode',
      k: 'two',
      o: 'AZOhsgAAcACAAAAAAACqqg',
      x: 'B',
      p: 420_000,
      c: '-12300000000000000001',
      b: true,
      t: ['a', ''],
      m: { c: 0, l: [] },
      j: '[[1,null],[2,0]]',
    })
    expect(FORM.read(row)).toEqual(RECORD)
  })

  it('leaves out null, false, none and zero, and reads them back', () => {
    const plain = { ...RECORD, limit: null, cost: 0n, isOpen: false, tags: [], part: null }
    const row = FORM.write(plain)
    expect(row).toMatchObject({ p: null, c: null, b: null, t: null, m: null })
    const { p: _p, c: _c, b: _b, t: _t, m: _m, ...stored } = row
    expect(FORM.read(stored)).toEqual(plain)
  })

  it('keeps what a newer version has stored beside it, through changes, also in a map', () => {
    const newer = {
      ...FORM.write(RECORD),
      m: { c: 2, l: [], zz: { a: 1 } },
      zz: 'new',
      lp: 'a list',
      due: 5,
      w: 'a stamp',
    }
    const read = FORM.read(newer)
    expect(Object.keys(read)).toEqual(Object.keys(RECORD))
    const changed = { ...read, name: 'changed', part: read.part === null ? null : { ...read.part, count: 3 } }
    const { lp: _lp, due: _due, w: _w, ...kept } = newer
    expect(FORM.write(changed)).toEqual({ ...kept, n: 'changed', m: { c: 3, l: [], zz: { a: 1 } } })
  })

  it('says which row is damaged, where and how, for all that is wrong at once', () => {
    expect(failureOf({ n: undefined, k: 'three', p: 1_000_001, m: { c: 1.5, l: ['a', 7] } })).toBe(
      'row O#1 O does not parse: n: expected a text, found nothing; k: expected one or two, found another text; ' +
        'p: not a price in millionths: 1000001; m.c: expected a whole number, found another number; ' +
        'm.l.1: expected a text, found another number',
    )
  })

  it('refuses values that are never written, of every kind', () => {
    expect(failureOf({ x: 'Z' })).toMatch(/ x: expected A or B, found another text$/)
    expect(failureOf({ b: 'yes' })).toMatch(/ b: expected true or false, found another text$/)
    expect(failureOf({ c: 'many' })).toMatch(/ c: Cannot convert many to a BigInt$/)
    expect(failureOf({ t: 'a' })).toMatch(/ t: expected a list, found another text$/)
    expect(failureOf({ m: [1] })).toMatch(/ m: expected a map, found a list$/)
    expect(failureOf({ j: '[[1,' })).toMatch(/ j: expected JSON, found another text$/)
    expect(failureOf({ j: '[[1,"x"]]' })).toMatch(/ j.0.1: expected a whole number, found another text$/)
  })

  it('never repeats a text that it refuses, because it may be a secret', () => {
    expect(failureOf({ n: ['secret'], k: 'secret', j: 'secret' })).not.toContain('secret')
  })
})
