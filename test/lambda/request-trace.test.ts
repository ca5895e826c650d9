/** One id leads from a request through its messages to all that the functions log of it. */

import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda'
import { object, string } from 'valibot'
import { describe, expect, it } from 'vitest'
import { bareFrame } from '#functions/bare-frame.ts'
import { consumer } from '#lambda/consumer.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { jsonLog } from '#lambda/log/json-log.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { inRequest, requestIdFor, requestIdNow } from '#lambda/log/request-trace.ts'
import { schedule } from '#lambda/schedule.ts'
import type { Log } from '#ports/kernel/log.ts'

const NOW = Date.UTC(2026, 10, 21)
const context = { getRemainingTimeInMillis: () => 1_000, awsRequestId: 'call' } as unknown as Context
const turn = () => new Promise((resolve) => setImmediate(resolve))

const listen = (): { readonly log: Log; readonly lines: Record<string, unknown>[] } => {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { log: jsonLog(() => NOW, { function: 'listener' }, write), lines }
}

const read = (log: Log) =>
  endpoint(
    {
      name: 'listener',
      method: 'GET',
      path: '/v1/listener',
      tag: 'Service',
      summary: 'Listens',
      scope: 'none',
      request: {},
      reply: { status: 200, schema: object({}) },
      uses: { table: 'none' },
      ifBroken: '',
    },
    () => ({ ...bareFrame(), log }),
    async (deps) => {
      await turn()
      deps.log.info('carried out')
      return {}
    },
  )

const request = (requestId: string): APIGatewayProxyEventV2 =>
  ({ headers: {}, rawPath: '/', requestContext: { requestId, http: { method: 'GET' } } }) as never

const consume = (log: Log) =>
  consumer(
    {
      name: 'listener',
      queue: 'cancel-order',
      message: object({ orderId: string() }),
      batchSize: 10,
      uses: { table: 'none' },
      ifBroken: '',
    },
    () => ({ log }),
    async (deps, { orderId }) => {
      await turn()
      deps.log.info('carried out', { orderId })
    },
  )

const message = (orderId: string, requestId: string | null) => ({
  messageId: orderId,
  body: JSON.stringify({ orderId }),
  ...(requestId === null ? {} : { messageAttributes: { requestId: { dataType: 'String', stringValue: requestId } } }),
})

describe('the id of a request', () => {
  it('is on every line that is logged for the request, also if two run side by side', async () => {
    const { log, lines } = listen()
    await Promise.all([read(log)(request('one'), context), read(log)(request('two'), context)])
    expect(lines.map(({ requestId }) => requestId)).toEqual(['one', 'two'])
  })

  it('comes with a message, and is on the lines of that message only', async () => {
    const { log, lines } = listen()
    const Records = [message('a', 'one'), message('b', 'two'), message('c', null)]
    await consume(log)({ Records } as unknown as SQSEvent, context)
    expect(lines.map(({ orderId, requestId }) => [orderId, requestId])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
      ['c', undefined],
    ])
  })

  it('continues with messages about one object, and not with messages that begin work for all users', () => {
    const taken = inRequest('one', () => [requestIdFor('execute-order'), requestIdFor('deliver-webhook')])
    expect(taken).toEqual(['one', 'one'])
    const notTaken = inRequest('one', () => [requestIdFor('sync-account'), requestIdFor('sweep-soon')])
    expect(notTaken).toEqual([null, null])
    expect(requestIdNow()).toBeNull()
  })
})

it('a schedule logs that it has done its work', async () => {
  const { log, lines } = listen()
  const about = { name: 'listener', everyMinutes: 1, uses: { table: 'none' as const }, ifBroken: '' }
  await schedule(
    about,
    () => ({ log }),
    async () => undefined,
  )({}, context)
  const done = { message: FUNCTION_LOG.scheduleDone, function: 'listener', ms: expect.any(Number) }
  expect(lines).toEqual([expect.objectContaining(done)])
})
