/** Orders of one side at one price are one line of the chart. */

import { describe, expect, it } from 'vitest'
import { mergeLines } from '#client/console/pages/market/chart/merge-lines.ts'

const buy = { kind: 'buy', name: 'Buy', price: 0.4, canMove: true } as const

describe('the lines of the chart', () => {
  it('keep their name and stay movable while they are alone at their price', () => {
    expect(mergeLines([{ ...buy, id: 'one', qty: 10 }])).toEqual([
      { id: 'one', kind: 'buy', price: 0.4, label: 'Buy 10', canMove: true },
    ])
  })

  it('are one line at one price, which counts them and cannot be dragged', () => {
    const lines = mergeLines([
      { ...buy, id: 'one', qty: 10 },
      { ...buy, id: 'two', qty: 5 },
      { ...buy, id: 'three', qty: 5, price: 0.39 },
      { ...buy, id: 'four', qty: 5, name: 'TP' },
    ])
    expect(lines.map(({ label, canMove }) => [label, canMove])).toEqual([
      ['Buy 15 in 2', false],
      ['Buy 5', true],
      ['TP 5', true],
    ])
  })
})
