/** The list of notifications: newest first, each event once, fills of one order together, at most a hundred. */

import { describe, expect, it } from 'vitest'
import type { Entry } from '#client/console/notifications/entry.ts'
import { withEntry } from '#client/console/notifications/with-entry.ts'

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  key: id,
  ids: [id],
  at: '2026-11-29T12:00:00.000Z',
  kind: 'plain',
  title: 'Market',
  text: id,
  href: '#/orders',
  about: id,
  subaccountId: 's',
  fills: null,
  ...more,
})

const fill = (id: string, at: string, qty: number, price: number, about = 'order'): Entry =>
  entry(id, {
    at: `2026-11-29T12:00:${at}.000Z`,
    about,
    fills: { qty, cost: qty * price, buys: true, order: { qty: 10, traded_qty: qty } },
  })

const listOf = (...entries: readonly Entry[]): readonly Entry[] => entries.reduce<readonly Entry[]>(withEntry, [])

describe('the list of notifications', () => {
  it('has the newest first and each event once', () => {
    const once = listOf(entry('a'), entry('b'))
    expect(once.map(({ key }) => key)).toEqual(['b', 'a'])
    expect(withEntry(once, entry('a'))).toBe(once)
  })

  it('adds fills of one order within ten seconds, at their mean price, and each once', () => {
    const fills = listOf(fill('1', '00', 2, 0.4), entry('x'), fill('2', '09', 2, 0.5), fill('2', '09', 2, 0.5))
    expect(fills.map(({ key, text }) => [key, text])).toEqual([
      ['1', 'Bought 4 at 45¢, 2 of 10 filled'],
      ['x', 'x'],
    ])
  })

  it('keeps fills apart that are of other orders or later', () => {
    const keys = listOf(fill('1', '00', 2, 0.4), fill('2', '01', 2, 0.4, 'other'), fill('3', '11', 2, 0.4)).map(
      ({ key }) => key,
    )
    expect(keys).toEqual(['3', '2', '1'])
  })

  it('keeps the last hundred', () => {
    const many = listOf(...Array.from({ length: 103 }, (_, place) => entry(String(place))))
    expect(many).toHaveLength(100)
    expect(many[0]?.key).toBe('102')
  })
})
