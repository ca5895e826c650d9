/** What operators read names everything that runs and everything that can fire. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'

const read = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
const operations = read('operations.md')
const chapter = (from: string, to: string): string => operations.slice(operations.indexOf(from), operations.indexOf(to))

const FUNCTIONS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES].map(({ handler }) => handler.spec.name)

describe('docs/operations.md', () => {
  it('says of every function what it means when it is broken', () => {
    const text = chapter('### What a broken function means', '### The search snapshot')
    expect(FUNCTIONS.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('says of every dead-letter queue what it holds', () => {
    const text = chapter('### Dead-letter queues', '### An order whose fate')
    const queues = CONSUMERS.map(({ handler }) => handler.spec.queue)
    expect(queues.filter((queue) => !text.includes(`\`${queue}\``))).toEqual([])
  })
})

it('docs/cost.md counts the alarms that there are', () => {
  const others = 2 * CONSUMERS.length + SCHEDULES.length + 4
  const [alarms, metrics] = [FUNCTIONS.length + others, 2 * FUNCTIONS.length + others]
  const row = /^\| alarms \| (.*?) \|/m.exec(read('cost.md'))?.[1]
  expect(row).toBe(`${alarms}, which watch ${metrics} metrics`)
})
