/** CSV by RFC 4180 that no spreadsheet reads as formulas. */

import { expect, it } from 'vitest'
import { toCsv } from '#contract/kernel/lists/csv.ts'

it('a list without records is its header row', () => {
  expect(toCsv(['id', 'qty'], [])).toBe('id,qty\r\n')
})

it('cells with commas, quotes and line breaks are quoted', () => {
  const record = { id: 'a,b', title: 'say "yes"', note: 'two\r\nlines' }
  expect(toCsv(['id', 'title', 'note'], [record])).toBe('id,title,note\r\n"a,b","say ""yes""","two\r\nlines"\r\n')
})

it('a null is an empty cell, numbers and words stay as they are, and an object is its JSON', () => {
  const record = { price: null, qty: -1.5, buy_flag: false, ids: { TP: 'x' }, unknown: 1 }
  expect(toCsv(['price', 'qty', 'buy_flag', 'ids'], [record])).toBe(
    'price,qty,buy_flag,ids\r\n,-1.5,false,"{""TP"":""x""}"\r\n',
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'])(
  'the text %j is no formula',
  (text) => {
    const [, cell] = toCsv(['name'], [{ name: text }]).split(/\r\n/)
    expect(cell?.replace(/^"/, '').startsWith("'")).toBe(true)
  },
)
