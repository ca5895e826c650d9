/** What the local stack keeps of the declarations grants each Lambda what its declaration grants it in AWS. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { declareLambdas } from '#local/stack/declare-lambdas.ts'
import { grantsOf } from '#local/stack/grants.ts'

const DECLARED = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES].map(({ handler }) => handler.spec)

describe('the local stack', () => {
  const { routes, defaultRoute, consumers, schedules } = declareLambdas()

  it('grants every Lambda exactly what its declaration grants', () => {
    const kept = [...routes, defaultRoute, ...consumers, ...schedules]
    expect(kept.map((spec) => [spec.name, grantsOf(spec)])).toEqual(DECLARED.map((spec) => [spec.name, grantsOf(spec)]))
  })

  it('lets every endpoint that takes a key note that the key was used', () => {
    const takesKeys = routes.filter(({ scope }) => scope !== 'none')
    expect(takesKeys.length).toBeGreaterThan(30)
    for (const spec of takesKeys) {
      const puts = grantsOf(spec).filter(({ operation }) => operation === 'DynamoDB_20120810.PutItem')
      expect(puts, spec.name).toHaveLength(1)
      expect([undefined, 'L#'], spec.name).toContain(puts[0]?.leadingKeys)
      const reads = grantsOf(spec).filter(({ operation }) => operation === 'DynamoDB_20120810.GetItem')
      expect(reads, spec.name).toEqual([{ operation: 'DynamoDB_20120810.GetItem' }])
    }
  })

  it('lets who writes the catalogue read the stored one, which a run in a new place goes on with', () => {
    const writers = DECLARED.filter(({ uses }) => uses.catalogue === 'write')
    expect(writers.length).toBeGreaterThan(0)
    for (const spec of writers) expect(grantsOf(spec)).toContainEqual({ operation: 'S3 GET' })
  })
})
