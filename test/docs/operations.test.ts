/** The documents for operators name everything that runs. test/infra/alarms.test.ts checks the alarms. */

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ON_ALARM } from '#functions/alarms/alarms.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const chapter = (from: string, to: string): string => operations.slice(operations.indexOf(from), operations.indexOf(to))

const FUNCTIONS = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS, ...ON_ALARM].map(
  ({ handler }) => handler.spec.name,
)

describe('docs/operations.md', () => {
  it('says of every function what it means when it is broken', () => {
    const text = chapter('### What a broken function means', '## Dead-letter queues')
    expect(FUNCTIONS.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('says of every dead-letter queue what it holds', () => {
    const text = chapter('## Dead-letter queues', "## The operator's commands")
    const queues = CONSUMERS.map(({ handler }) => handler.spec.queue)
    expect(queues.filter((queue) => !text.includes(`\`${queue}\``))).toEqual([])
  })

  it('shows of every queue what its messages hold, and nothing else', () => {
    const rows = chapter('## Dead-letter queues', "## The operator's commands")
      .replaceAll(/\n\| the same \|/g, '')
      .split('\n')
    for (const { handler } of CONSUMERS) {
      const row = rows.find((line) => line.split('|')[1]?.includes(`\`${handler.spec.queue}\``)) ?? ''
      const shown = [...row.matchAll(/`\{(.*?)\}`/g)].flatMap(([, fields = '']) =>
        [...fields.matchAll(/"(\w+)"/g)].map(([, name = '']) => name),
      )
      expect([...new Set(shown)].sort(), handler.spec.queue).toEqual(
        [...new Set(fieldsOf(handler.spec.message))].sort(),
      )
    }
  })

  it('quotes only log lines that the code writes', () => {
    const rows = chapter('### Failures and their alarms', '### What a broken function means').split('\n')
    // Commands and answers are quoted elsewhere; a line of the log is a few words in lower case.
    const quoted = rows.flatMap((row) => [...row.matchAll(/`([a-z]+(?: [a-z_]+){1,})`/g)].map(([, text = '']) => text))
    expect(quoted.length).toBeGreaterThan(8)
    expect(quoted.filter((text) => !written.some((line) => line.includes(text)))).toEqual([])
  })
})

/** Fields of a message, in any of its forms. */
const fieldsOf = (schema: object): readonly string[] => {
  if ('entries' in schema) return Object.keys(Object(schema.entries))
  const forms: readonly unknown[] = 'options' in schema && Array.isArray(schema.options) ? schema.options : []
  return forms.flatMap((form) => fieldsOf(Object(form)))
}

const LOGGED = /(?:log\.(?:warn|error)\(\s*|\blogged\([^;]*?'(?:warn|error)', |\bifReadable\([^;]*, )'([^']+)'/g
const NAMED = /'([^']+)',$/gm

/** Messages that the functions log as warnings and errors, some of them by `ifReadable`. */
const written: readonly string[] = ['shared', 'functions'].flatMap((room) => {
  const folder = new URL(`../../${room}/`, import.meta.url)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(file.endsWith('log-messages.ts') ? NAMED : LOGGED),
    ])
    .map(([, line = '']) => line)
})
