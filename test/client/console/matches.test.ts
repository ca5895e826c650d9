/** The entries that the command palette shows for a typed text. */

import { expect, it } from 'vitest'
import { matches } from '#client/console/palette/matches.ts'

const ENTRIES = [
  { group: 'Pages', text: 'Stops and TWAPs' },
  { group: 'Pages', text: 'Orders' },
  { group: 'Commands', text: 'Cancel all orders or stops…', aside: 'Main' },
  { group: 'Commands', text: 'Stop the music' },
  { group: 'Orders', text: 'Buy 10 at 45¢ in Will Ossé win?' },
]

const found = (typed: string) => matches(ENTRIES, typed).map(({ text }) => text)

it('shows every entry in its order while nothing is typed', () => {
  expect(found(' ')).toEqual(ENTRIES.map(({ text }) => text))
})

it('finds entries that have each typed word as the beginning of a word, in the text, beside it or in the name of the group', () => {
  expect(found('canc MAIN')).toEqual(['Cancel all orders or stops…'])
  expect(found('orders oss')).toEqual(['Buy 10 at 45¢ in Will Ossé win?'])
  expect(found('tops')).toEqual([])
})

it('keeps the order of the groups, and in each shows first what begins with the typed text', () => {
  expect(found('stop')).toEqual(['Stops and TWAPs', 'Stop the music', 'Cancel all orders or stops…'])
  expect(found('ord')).toEqual(['Orders', 'Cancel all orders or stops…', 'Buy 10 at 45¢ in Will Ossé win?'])
})
