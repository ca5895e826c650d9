/** The declarations in the local stack grant each Lambda the same rights as in AWS. */

import { describe, expect, it } from 'vitest'
import { DEFAULT_ROUTE, ROUTES } from '#functions/api/routes.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { SCHEDULES } from '#functions/schedules/schedules.ts'
import { statementsOf } from '#infra/statements.ts'
import type { Grantee } from '#lambda/declaration.ts'
import { localArns } from '#local/stack/aws/aws-calls.ts'
import { declareLambdas } from '#local/stack/lambdas/declare-lambdas.ts'
import type { QueueName } from '#ports/work/queues.ts'

const DECLARED = [...ROUTES, DEFAULT_ROUTE, ...CONSUMERS, ...SCHEDULES].map(({ handler }) => handler.spec)

const QUEUES = Object.fromEntries(CONSUMERS.map(({ handler: { spec } }) => [spec.queue, spec.queue]))
const PLACES = { tableName: 'trading', vaultKeyId: 'key', catalogueBucket: 'catalogue' }
const ARNS = localArns({ ...PLACES, queueUrls: QUEUES as Record<QueueName, string> }, 'markets')

const granted = (spec: Grantee) => statementsOf(spec, ARNS)
const withAction = (spec: Grantee, action: string) => granted(spec).filter(({ actions }) => actions.includes(action))

describe('the local stack', () => {
  const { routes, defaultRoute, consumers, schedules } = declareLambdas()

  it('grants every Lambda exactly what its declaration grants', () => {
    const kept = [...routes, defaultRoute, ...consumers, ...schedules]
    expect(kept.map((spec) => [spec.name, granted(spec)])).toEqual(DECLARED.map((spec) => [spec.name, granted(spec)]))
  })

  it('lets every endpoint that takes a key note that the key was used', () => {
    const takesKeys = routes.filter(({ scope }) => scope !== 'none')
    expect(takesKeys.length).toBeGreaterThan(30)
    for (const spec of takesKeys) {
      expect(withAction(spec, 'dynamodb:PutItem'), spec.name).toHaveLength(1)
      expect(withAction(spec, 'dynamodb:GetItem'), spec.name).toMatchObject([{ conditions: {} }])
    }
  })

  it('lets the writer of the catalogue read the stored one, which a run in a new place continues', () => {
    const writers = DECLARED.filter(({ uses }) => uses.catalogue === 'write')
    expect(writers.length).toBeGreaterThan(0)
    for (const spec of writers) expect(withAction(spec, 's3:GetObject')).toHaveLength(1)
  })
})
