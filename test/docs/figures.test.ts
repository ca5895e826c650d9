/** Figures in two places are the same in both: figures that the bench writes, and figures of declarations and limits. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { handler as fireTrigger } from '#functions/queues/fire-trigger.ts'
import { MAX_RECEIVES, maxReceives, visibilityTimeoutS } from '#lambda/messages/visibility.ts'
import { USAGE } from '#local/start-options.ts'

const read = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')

describe('the cost of an order', () => {
  const measured = read('performance.md').split('<!-- bench: costs -->')[1]?.split('<!-- end: costs -->')[0] ?? ''
  const totalOf = (row: string): number => Number(row.split('|').at(-2))
  const rows = measured.split('\n').filter((line) => line.startsWith('| ') && line.split('|').length === 10)
  const orders = rows.filter((row) => /^\| (one|100) (IOC|LIMIT) /.test(row)).map(totalOf)
  const poll = rows.filter((row) => row.startsWith('| one poll')).map(totalOf)
  /** Another machine measures somewhat different times. */
  const isNear = (reported: number, found: number): boolean => Math.abs(reported - found) <= 0.15 * found

  it.each(['cost.md', 'deploy.md'])('in %s is the range that the bench has measured', (page) => {
    expect(orders).toHaveLength(4)
    const [, least, most] = /\b(\d+) to (\d+) dollars per million\s+orders/.exec(read(page)) ?? []
    expect(isNear(Number(least), Math.min(...orders)), `${least} for ${Math.min(...orders)}`).toBe(true)
    expect(isNear(Number(most), Math.max(...orders)), `${most} for ${Math.max(...orders)}`).toBe(true)
  })

  it('holds a poll as it was measured', () => {
    const reports = /a poll \(([\d.]+) per million\)/.exec(read('cost.md'))?.[1]
    expect(isNear(Number(reports), poll[0] ?? 0), `${reports} for ${poll[0]}`).toBe(true)
  })
})

it('the page on speed, scale and cost has the sums of the cost tables', () => {
  const sums = [...read('cost.md').matchAll(/^\| \*\*together\*\* \|.*$/gm)].map(([row]) => row.match(/[\d.]+/g) ?? [])
  const [listPrice, charged] = sums[0] ?? []
  const page = read('what-to-expect.md')
  expect(page).toContain(`| idle, per month | ${listPrice}; ${charged} less the always-free part |`)
  expect(page).toContain(`| a flood of strangers, per day | ${sums.at(-1)?.at(-1)} at most |`)
})

it('the glossary and docs/operations.md say how often a message comes before it is put aside', () => {
  const row = /^\| dead-letter queue \|.*$/m.exec(read('glossary.md'))?.[0]
  expect(row).toContain(`came ${MAX_RECEIVES} times`)
  expect(read('operations.md')).toContain(`each of the ${MAX_RECEIVES} times it comes`)
  const soon = fireTrigger.spec
  expect(row).toContain(`of \`fire-trigger\` ${maxReceives(soon)} times`)
  expect(read('operations.md')).toContain(
    `${maxReceives(soon)} times in \`fire-trigger\`, every ${visibilityTimeoutS(soon)} s`,
  )
})

it('docs/quickstart.md has every option that `npm start -- --help` shows', () => {
  const options = [...USAGE.matchAll(/^ {2}(?:(--[\w-]+)|([A-Z_]+)=)/gm)].map(([, flag, name]) => flag ?? name ?? '')
  expect(options.length).toBeGreaterThan(5)
  const table = read('quickstart.md').split('## Options of npm start')[1]?.split('\n## ')[0] ?? ''
  expect(options.filter((option) => option !== '--help' && !table.includes(option))).toEqual([])
})
