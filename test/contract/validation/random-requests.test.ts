/** Random bad requests to every endpoint, answered as FastAPI answers them: `test/fixtures/random-requests.json`. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { idempotencyHeaders } from '#contract/kernel/idempotency-header.ts'
import { ROUTES } from '#functions/api/routes.ts'
import type { EndpointSpec } from '#lambda/declaration.ts'
import { parseRequest } from './parse-request.ts'

interface Measured {
  readonly operation: string
  readonly path: Readonly<Record<string, string>>
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly detail: ReadonlyArray<Readonly<Record<string, unknown>>> | null
}

// Not imported: a bundler drops the `__proto__` keys.
const { requests }: { readonly requests: readonly Measured[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/random-requests.json', import.meta.url), 'utf8'),
)

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Faults in the fields of a request, as sent to the client; null if there are none. */
const answer = ({ request, idempotent, hideInput }: EndpointSpec, sent: Measured): unknown => {
  const shape = { ...request, headers: idempotent ? idempotencyHeaders : undefined, hideInput: hideInput ?? false }
  const reading = parseRequest({ ...sent, receivedAt: 0 }, shape)
  return reading.ok ? null : JSON.parse(JSON.stringify(reading.detail))
}

/**
 * Each order of a batch is read alone, so that its faults are no faults of the request. Messages of agents are any JSON object for the frame, and the
 * library of their protocol reads them.
 */
const READ_LATER = new Set(['place-orders', 'call-mcp'])

const SPECS = ROUTES.map(({ handler }) => handler.spec).filter(({ name }) => !READ_LATER.has(name))

describe.each(SPECS)('$method $path', (spec) => {
  const sent = requests.filter(({ operation }) => operation === camel(spec.name))

  test('was asked', () => {
    expect(sent.length).toBeGreaterThan(2)
  })

  test.each(sent)('answers $query $headers $body as FastAPI does', (one) => {
    const shown = spec.hideInput ? one.detail?.map((item) => ({ ...item, input: null })) : one.detail
    expect(answer(spec, one)).toEqual(shown ?? null)
  })
})
