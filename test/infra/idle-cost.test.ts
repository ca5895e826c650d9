/** A deployment that nobody uses costs next to nothing, and docs/cost.md says what. */

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CostLine, idleCost, tableRow } from './idle-cost.ts'
import { synthesize } from './synthesis.ts'

let counted: readonly CostLine[]
beforeAll(() => {
  counted = idleCost(synthesize())
}, 240_000)

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const cost = read('docs/cost.md')
const rows = cost
  .slice(cost.indexOf('## Idle, per month'), cost.indexOf('## Per order'))
  .split('\n')
  .filter((line) => line.startsWith('| '))
const together = rows.findIndex((line) => line.startsWith('| **together**'))
const table = rows.slice(1, together)
const dollars = (row: string | undefined, column: 3 | 4): number =>
  Number(row?.split('|')[column]?.replaceAll('*', '').trim())

describe('docs/cost.md', () => {
  it('has every line that is counted from the template, as it is counted', () => {
    for (const line of counted) expect(table).toContain(tableRow(line))
  })

  it('calls every other line an estimate, or says what it rests on', () => {
    const others = table.filter((row) => !counted.some((line) => tableRow(line) === row))
    expect(others).toHaveLength(3)
    for (const row of others) expect(row).toMatch(/\*\(estimate\)\*|here ten accounts/)
  })

  it('adds up to 6.70 dollars a month at most, and to 4.70 with what AWS never charges for', () => {
    const sum = (column: 3 | 4): string => table.reduce((all, row) => all + dollars(row, column), 0).toFixed(2)
    const [list, charged] = [dollars(rows[together], 3), dollars(rows[together], 4)]
    expect([sum(3), sum(4)]).toEqual([list.toFixed(2), charged.toFixed(2)])
    expect(list).toBeLessThanOrEqual(6.7)
    expect(charged).toBeLessThanOrEqual(4.7)
    expect(cost).toContain(`${Math.round(list)} idle +`)
    expect(read('docs/deploy.md')).toContain(`About ${Math.round(list)} dollars a month idle`)
  })
})
