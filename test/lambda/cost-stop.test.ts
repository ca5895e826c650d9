/** An alarm halts pages for strangers, says so, and is lifted again. */

import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { costStopStore } from '#adapters/store/accounts/cost-stops.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { handler as stopCosts } from '#functions/alarms/stop-costs.ts'
import { handler as getOpenapi } from '#functions/api/service/get-openapi.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import { DEFAULT_SETTINGS, environmentOf } from '#lambda/environment.ts'
import { haltOfDeployment } from '#lambda/limits/halt-of-deployment.ts'
import { openToStrangers } from '#lambda/limits/open-to-strangers.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'

const NOW = Date.UTC(2026, 10, 29)
const context = { getRemainingTimeInMillis: () => 1_000 } as Context
const EVENT = {
  rawQueryString: '',
  rawPath: '/v1/openapi.json',
  headers: {},
  requestContext: { http: { method: 'GET', path: '/v1/openapi.json', sourceIp: '192.0.2.1' }, requestId: 'r' },
} as unknown as APIGatewayProxyEventV2

const NOWHERE = {
  stage: '',
  tableName: 'trading',
  queueUrls: {} as never,
  vaultKeyId: '',
  catalogueBucket: '',
  streams: { url: '', endpoint: '' },
  apiUrl: '',
}

const OF_CLOUDWATCH = { detail: { alarmName: 'trading-requests', state: { value: 'ALARM', reason: '9,000 requests' } } }
const OF_BUDGET = { Records: [{ Sns: { Message: 'You have exceeded your budget.' } }] }

const openService = (action = 'strangers') => {
  const costStops = costStopStore(openTable({ name: 'memory', client: memoryDynamoDb().client }))
  const time = { now: NOW }
  const clock = () => time.now
  const quiet = () => undefined
  const log = { info: quiet, warn: quiet, error: quiet, metric: quiet }
  let reads = 0
  const counted = {
    get: () => {
      reads += 1
      return costStops.get()
    },
  }
  const refusal = openToStrangers({ costStops: counted, clock })
  const newRisk = haltOfDeployment({ costStops: () => costStops, clock, action })
  return {
    newRisk,
    costStops,
    time,
    reads: () => reads,
    alarm: (event: unknown) => stopCosts.on(() => ({ costStops, action, clock, log }))(event, context),
    read: async () => {
      const { statusCode, body } = await getOpenapi.on(() => ({ ...bareFrame(), refusal }))(EVENT, context)
      return { statusCode, code: JSON.parse(body ?? '').code }
    },
  }
}

describe('an alarm on requests or costs', () => {
  it.each([
    ['of CloudWatch', OF_CLOUDWATCH, 'trading-requests: 9,000 requests'],
    ['of a budget', OF_BUDGET, 'You have exceeded your budget.'],
  ])('%s halts documents for strangers within a minute, until it is lifted', async (_, event, reason) => {
    const { alarm, read, costStops, time } = openService()
    expect(await read()).toMatchObject({ statusCode: 200 })
    await alarm(event)
    expect(await costStops.get()).toEqual({ action: 'strangers', since: NOW, reason })
    time.now += 60_000
    expect(await read()).toEqual({ statusCode: 503, code: 'strangers_halted' })
    expect(await costStops.lift()).toBe(true)
    time.now += 60_000
    expect(await read()).toMatchObject({ statusCode: 200 })
    expect(await costStops.lift()).toBe(false)
  })

  it('also halts new risk if the owner chose that, within a minute, until it is lifted', async () => {
    const { alarm, read, newRisk, costStops, time } = openService('new-risk')
    expect(await newRisk()).toBeNull()
    await alarm(OF_CLOUDWATCH)
    time.now += 60_000
    expect(await newRisk()).toMatchObject({
      code: 'trading_halted',
      reason: expect.stringMatching(/halted since 2026-11-29T00:00:00.000Z.*lift-cost-stop/),
    })
    expect(await read()).toMatchObject({ statusCode: 503, code: 'strangers_halted' })
    await costStops.lift()
    time.now += 60_000
    expect(await newRisk()).toBeNull()
  })

  it('reaches every function that may write orders, if the owner chose to halt new risk', () => {
    const variables = (costStop: 'strangers' | 'new-risk', table: 'read' | 'write') =>
      environmentOf({ name: 'a', uses: { table } }, { ...NOWHERE, settings: { ...DEFAULT_SETTINGS, costStop } })
    expect(variables('new-risk', 'write')).toMatchObject({ COST_STOP: 'new-risk' })
    expect(variables('new-risk', 'read')).not.toHaveProperty('COST_STOP')
    expect(variables('strangers', 'write')).not.toHaveProperty('COST_STOP')
  })

  it('leaves orders alone unless the owner chose to halt new risk, and reads nothing for them', async () => {
    const { alarm, time } = openService('strangers')
    await alarm(OF_CLOUDWATCH)
    time.now += 60_000
    const get = () => Promise.reject(new Error('read'))
    const newRisk = haltOfDeployment({ costStops: () => ({ get }), clock: () => time.now, action: 'strangers' })
    expect(await newRisk()).toBeNull()
  })

  it('halts nothing if the setting says so', async () => {
    const { alarm, costStops } = openService('nothing')
    await alarm(OF_CLOUDWATCH)
    expect(await costStops.get()).toBeNull()
  })
})

it('strangers cost one read a minute', async () => {
  const { read, reads } = openService()
  for (let n = 0; n < 20; n += 1) await read()
  expect(reads()).toBe(1)
})
