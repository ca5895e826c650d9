/** A flood of strangers for a whole day costs five dollars at most, and docs/cost.md says what each part costs. */

import { readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '#functions/api/routes.ts'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { LARGE_ANSWERS, LIMITED, publicLimit } from '#lambda/limits/route-limits.ts'
import { type FloodLine, floodCost, floodRow } from './flood-cost.ts'
import { synthesize } from './synthesis.ts'

const file = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** No answer of a function that needs no key has more bytes. */
const BYTES: Readonly<Record<string, number>> = {
  'get-health': 300,
  'get-openapi': 450_000,
  'get-docs': 11_000,
  'get-docs-script': 1_300_000,
  'get-console': 1_000,
  // A test of the console holds its largest part below this.
  'get-console-file': 60_000,
}

let lines: readonly FloodLine[]
beforeAll(() => {
  lines = floodCost(synthesize(), (name) => BYTES[name] ?? 0)
}, 240_000)

const cost = readFileSync(file('docs/cost.md'), 'utf8')

describe('a flood of strangers', () => {
  it('costs five dollars a day at most', () => {
    const sum = lines.reduce((all, { dollars }) => all + dollars, 0)
    expect(sum, lines.map(floodRow).join('\n')).toBeLessThanOrEqual(5)
    expect(cost).toContain(`| **together** | | | **${sum.toFixed(2)}** |`)
  })

  it('costs as much as docs/cost.md says', () => {
    for (const line of lines) expect(cost).toContain(floodRow(line))
  })

  it('meets a limit of its own at each route that answers a stranger with more than a refusal', () => {
    const open = ROUTES.filter(({ handler }) => handler.spec.scope === 'none').map(({ handler }) => handler.spec.name)
    // A stranger gets a refusal from `take-alert`, as from a route that needs a key. The page of `get-root` has 300 bytes.
    const shared = open.filter((name) => publicLimit(name) === null)
    expect(shared).toEqual(['take-alert', 'get-root'])
    expect(Object.keys(BYTES).sort()).toEqual(open.filter((name) => !shared.includes(name)).sort())
    expect(Object.keys(LARGE_ANSWERS).filter((name) => publicLimit(name) === null)).toEqual([])
  })

  it('is given no more bytes than counted', () => {
    const document = JSON.stringify(JSON.parse(readFileSync(file('docs/openapi.json'), 'utf8')))
    expect(Buffer.byteLength(document)).toBeLessThanOrEqual(BYTES['get-openapi'] ?? 0)
    const script = statSync(file('functions/api/service/reference/scalar.js.gz'))
    expect(script.size).toBeLessThanOrEqual(BYTES['get-docs-script'] ?? 0)
  })

  it('meets limits of functions that exist', () => {
    const names = [...ROUTES, ...SOCKETS].map(({ handler }) => handler.spec.name)
    expect(LIMITED.filter((name) => !names.includes(name))).toEqual([])
  })
})
