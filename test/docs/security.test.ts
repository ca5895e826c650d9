/** The documents and the declarations agree on the functions that may open credentials, and on the rights of each scope. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ON_ALARM } from '#functions/alarms/alarms.ts'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'

const read = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
const quoted = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe('docs/security.md', () => {
  const page = read('security.md')

  it('names every function that may open exchange credentials, and no other', () => {
    const sentence = /`vault: \['open'\]` can open them: ([^.]*)\./.exec(page)?.[1] ?? ''
    const opening = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES, ...SOCKETS, ...ON_ALARM]
      .map(({ handler }) => handler.spec)
      .filter(({ uses }) => uses.vault?.includes('open') === true && uses.webhooks !== true)
      .map(({ name }) => name)
    expect(opening.length).toBeGreaterThan(4)
    expect([...quoted(sentence)].sort()).toEqual(opening.sort())
  })
})

describe('the scope `read`', () => {
  const specs = ROUTES.map(({ handler }) => handler.spec)
  const besides = specs.filter(({ method, scope }) => method !== 'GET' && scope === 'read')

  it('allows every GET that needs a key', () => {
    const more = specs.filter(({ method, scope }) => method === 'GET' && scope !== 'read' && scope !== 'none')
    expect(more.map(({ name }) => name)).toEqual([])
  })

  it.each([
    ['security.md', /^\| `read` \|.*$/m],
    ['guides/credentials-and-subaccounts.md', /^- `read` calls.*$/m],
  ])('allows in %s what else it allows', (page, line) => {
    const reported = quoted(line.exec(read(page))?.[0] ?? '').filter((name) => name.includes('/v1/'))
    expect(reported).toEqual(besides.map(({ method, path }) => `${method} ${path}`))
  })
})
