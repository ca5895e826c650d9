/** Failures are logged: by a counted line of level error that contains its meaning. */

import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda'
import { number, object } from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import { consumer } from '#lambda/consumer.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { jsonLog } from '#lambda/log/json-log.ts'
import { FUNCTION_LOG } from '#lambda/log/log-messages.ts'
import { InFlight } from '#lambda/messages/in-flight.ts'
import { schedule } from '#lambda/schedule.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import type { AcknowledgeEarly } from '#ports/work/acknowledge-early.ts'
import type { Requeue } from '#ports/work/requeue.ts'
import { uuidAt } from '#test/adapters/store/samples.ts'

const NOW = Date.UTC(2026, 10, 21)
const context = { getRemainingTimeInMillis: () => 1_000, awsRequestId: 'req' } as unknown as Context

const KEY_ID = uuidAt(NOW, 1)
const SECRET = newSecret(KEY_ID, (bytes) => new Uint8Array(bytes).fill(1))
const KEY = { keyId: KEY_ID, userId: 'u', scope: 'read', secretHash: SECRET.hash, revokedAt: null } as ApiKey
const silent = () => new Promise<never>(() => undefined)

const listen = () => {
  const lines: Record<string, unknown>[] = []
  const log = jsonLog(
    () => NOW,
    { function: 'listener' },
    (line) => void lines.push(JSON.parse(line)),
  )
  return { log, lines }
}

/** Fields that CloudWatch reads from a line: the metric without dimensions, once. */
const COUNTED = {
  _aws: {
    Timestamp: NOW,
    CloudWatchMetrics: [{ Namespace: 'Trading', Dimensions: [[]], Metrics: [{ Name: 'Failures' }] }],
  },
  Failures: 1,
}

describe('the log', () => {
  it('counts each error by its own line, and no other line', () => {
    const { log, lines } = listen()
    log.info('fine', { orderId: 'o' })
    log.warn('the exchange is away')
    log.error('broken', { orderId: 'o' })
    expect(lines).toEqual([
      expect.not.objectContaining({ Failures: 1 }),
      expect.not.objectContaining({ Failures: 1 }),
      {
        level: 'error',
        message: 'broken',
        time: '2026-11-21T00:00:00.000Z',
        function: 'listener',
        orderId: 'o',
        ...COUNTED,
      },
    ])
  })

  it('counts a metric by the given fields', () => {
    const { log, lines } = listen()
    log.metric('ExchangeUnavailable', 2, { exchange: 'EXCHANGE_A' })
    const CloudWatchMetrics = [
      { Namespace: 'Trading', Dimensions: [['exchange']], Metrics: [{ Name: 'ExchangeUnavailable' }] },
    ]
    expect(lines).toEqual([
      {
        _aws: { Timestamp: NOW, CloudWatchMetrics },
        function: 'listener',
        exchange: 'EXCHANGE_A',
        ExchangeUnavailable: 2,
      },
    ])
  })
})

describe('a failure', () => {
  const declared = { name: 'broken', uses: { table: 'none' }, ifBroken: 'Nothing works.' } as const
  const fail = async () => {
    throw new Error('out of order')
  }

  it('a failure of an endpoint is logged as an error', async () => {
    const { log, lines } = listen()
    const request = { ...declared, method: 'GET', path: '/broken', tag: 't', summary: 's', scope: 'none' } as const
    const broken = endpoint(
      { ...request, request: {}, reply: { status: 200, schema: null } },
      () => ({ ...bareFrame(), log }),
      fail,
    )
    const event = { rawPath: '/broken', headers: {}, requestContext: { requestId: 'r1', http: { method: 'GET' } } }
    const answer = await broken(event as unknown as APIGatewayProxyEventV2, context)
    expect(answer).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'r1' } })
    expect(JSON.parse((answer as { body: string }).body)).toEqual({
      detail: 'Something went wrong on our side. Quote request r1.',
      code: 'internal_error',
      request_id: 'r1',
      doc_url: '/v1/docs?page=errors#internal_error',
    })
    expect(lines).toMatchObject([
      { message: FUNCTION_LOG.requestFailed, requestId: 'r1', means: 'Nothing works.', ...COUNTED },
    ])
  })

  it('an endpoint whose table or keys do not answer returns a counted 503 with a retry time', async () => {
    const { log, lines } = listen()
    const request = { ...declared, method: 'GET', path: '/broken', tag: 't', summary: 's', scope: 'none' } as const
    const away = endpoint(
      { ...request, request: {}, reply: { status: 200, schema: null } },
      () => ({ ...bareFrame(), log }),
      async () => {
        throw new ServiceUnavailable('the table', new Error('secret'))
      },
    )
    const event = { rawPath: '/broken', headers: {}, requestContext: { requestId: 'r1', http: { method: 'GET' } } }
    const answer = await away(event as unknown as APIGatewayProxyEventV2, context)
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1', 'x-request-id': 'r1' } })
    expect(JSON.parse((answer as { body: string }).body)).toEqual({
      code: 'service_unavailable',
      detail: expect.not.stringContaining('secret'),
      request_id: 'r1',
      doc_url: '/v1/docs?page=errors#service_unavailable',
    })
    expect(lines).toMatchObject([{ message: FUNCTION_LOG.requestFailed, ...COUNTED }])
  })

  it('an endpoint that runs out of time returns a 503, as after a part that does not answer', async () => {
    const { log, lines } = listen()
    const request = { ...declared, method: 'GET', path: '/broken', tag: 't', summary: 's', scope: 'none' } as const
    const slow = endpoint(
      { ...request, request: {}, reply: { status: 200, schema: null } },
      () => ({ ...bareFrame(), log }),
      () => new Promise<never>(() => undefined),
    )
    const event = { rawPath: '/broken', headers: {}, requestContext: { requestId: 'r1', http: { method: 'GET' } } }
    const answer = await slow(event as unknown as APIGatewayProxyEventV2, context)
    expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1', 'x-request-id': 'r1' } })
    expect(JSON.parse((answer as { body: string }).body)).toMatchObject({ code: 'service_unavailable' })
    expect(lines).toMatchObject([{ message: FUNCTION_LOG.requestFailed, ...COUNTED }])
  })

  it.each([
    ['reads the key', { get: silent }, silent],
    ['stores the use of the key', { get: async () => KEY }, silent],
  ])(
    'a table that falls silent while the frame %s leads to a 503 with a retry time',
    async (_, keys, record) => {
      const { log, lines } = listen()
      const request = { ...declared, method: 'GET', path: '/broken', tag: 't', summary: 's', scope: 'read' } as const
      const frame = bareFrame()
      const apiKeys = { ...frame.apiKeys, ...keys }
      const door = endpoint(
        { ...request, request: {}, reply: { status: 200, schema: null } },
        () => ({ ...frame, log, apiKeys, keyUses: { record }, corsOrigins: ['https://a.example'] }),
        async () => null,
      )
      const event = {
        rawPath: '/broken',
        headers: { 'X-Api-Key': SECRET.text, Origin: 'https://a.example' },
        requestContext: { requestId: 'r1', http: { method: 'GET', sourceIp: '192.0.2.1' } },
      }
      const answer = await door(event as unknown as APIGatewayProxyEventV2, context)
      expect(answer).toMatchObject({
        statusCode: 503,
        headers: { 'retry-after': '1', 'x-request-id': 'r1', 'access-control-allow-origin': 'https://a.example' },
      })
      expect(JSON.parse((answer as { body: string }).body)).toMatchObject({ code: 'service_unavailable' })
      expect(lines).toMatchObject([{ message: FUNCTION_LOG.requestFailed, means: 'Nothing works.', ...COUNTED }])
    },
    3_000,
  )

  it('a failure of a schedule is logged as an error, and fails the run in AWS too', async () => {
    const { log, lines } = listen()
    await expect(schedule({ ...declared, everyMinutes: 1 }, () => ({ log }), fail)({}, context)).rejects.toThrow()
    expect(lines).toMatchObject([{ message: FUNCTION_LOG.scheduleFailed, means: 'Nothing works.', ...COUNTED }])
  })

  const spec = { ...declared, queue: 'sweep-soon', batchSize: 5, message: object({ until: number() }) } as const
  const deliver = async (act: () => Promise<void>, received?: string, fifo = false) => {
    const { log, lines } = listen()
    const attributes = received === undefined ? {} : { ApproximateReceiveCount: received }
    const Records = [{ messageId: 'm1', body: '{"until":1}', attributes }]
    const reply = await consumer(
      { ...spec, ...(fifo ? { fifo } : {}) },
      () => ({ log }),
      act,
    )({ Records } as unknown as SQSEvent, context)
    return { reply, lines }
  }

  it('a failure of a consumer is logged as an error, and its message comes back', async () => {
    const { reply, lines } = await deliver(fail, '1')
    expect(reply).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
    expect(lines).toMatchObject([
      { message: FUNCTION_LOG.messageFailed, retriedBy: 'queue', messageId: 'm1', means: 'Nothing works.', ...COUNTED },
    ])
  })

  it('a failure of a FIFO consumer is logged as an error, and does not delay later messages', async () => {
    const { reply, lines } = await deliver(fail, '1', true)
    expect(reply).toEqual({ batchItemFailures: [] })
    expect(lines).toMatchObject([
      {
        message: FUNCTION_LOG.messageFailed,
        retriedBy: 'sweeper',
        messageId: 'm1',
        means: 'Nothing works.',
        ...COUNTED,
      },
    ])
  })

  it('a failure of a consumer that crashed or ran out of time is logged when its message returns', async () => {
    const { reply, lines } = await deliver(async () => undefined, '2')
    expect(reply).toEqual({ batchItemFailures: [] })
    expect(lines).toMatchObject([
      { message: FUNCTION_LOG.messageRepeated, received: 2, means: 'Nothing works.', ...COUNTED },
    ])
  })

  const giving = async (received: number, firstAgoMs: number, handBack: Requeue) => {
    const { log, lines } = listen()
    const Records = ['m1', 'm2'].map((messageId) => ({
      messageId,
      receiptHandle: `r-${messageId}`,
      body: '{"until":1}',
      attributes: {
        MessageGroupId: 'g',
        ApproximateReceiveCount: String(received),
        ApproximateFirstReceiveTimestamp: String(Date.now() - firstAgoMs),
      },
    }))
    const reply = await consumer(
      { ...spec, fifo: true, timeoutS: 15, uses: { ...spec.uses, requeues: true } },
      () => ({
        log,
        control: { requeue: handBack, acknowledgeEarly: async () => undefined, after: () => () => undefined, InFlight },
      }),
      async (_deps, _message, { place }) => (place?.canBeGivenBack() === true ? 7_000 : null),
    )({ Records } as unknown as SQSEvent, context)
    return { reply, lines }
  }

  it('a failure of a consumer is not logged if it gives back messages that return together', async () => {
    const given: unknown[] = []
    const handBack: Requeue = async (...call) => void given.push(call)
    const { reply, lines } = await giving(3, 10_000, handBack)
    expect(given).toEqual([['sweep-soon', ['r-m1', 'r-m2'], 7_000]])
    expect(reply).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }] })
    expect(lines).toEqual([])
  })

  it('a queue that takes no message back delays the messages, and loses none', async () => {
    const { reply, lines } = await giving(1, 0, async () => Promise.reject(new Error('throttled')))
    expect(reply).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }] })
    expect(lines).toMatchObject([{ level: 'warn', messages: 2 }])
  })

  it('a queue that deletes no message early is no error: messages end with their run', async () => {
    const { log, lines } = listen()
    const requested: unknown[] = []
    const letGo: AcknowledgeEarly = async (...call) => {
      requested.push(call)
      throw new Error('throttled')
    }
    const attributes = { MessageGroupId: 'g', ApproximateReceiveCount: '1', ApproximateFirstReceiveTimestamp: '0' }
    const Records = ['m1', 'm2'].map((messageId) => ({
      messageId,
      receiptHandle: `r-${messageId}`,
      body: '{"until":1}',
      attributes,
    }))
    const soon = (_ms: number, act: () => void) => {
      setImmediate(act)
      return () => undefined
    }
    const reply = await consumer(
      { ...spec, fifo: true, uses: { ...spec.uses, requeues: true } },
      () => ({ log, control: { requeue: async () => undefined, acknowledgeEarly: letGo, after: soon, InFlight } }),
      async (_deps, _message, { place }) => {
        place?.pass(null)
        while (requested.length === 0) await new Promise(setImmediate)
        // The message must not come again by our own request: it may have left the queue.
        return place?.canBeGivenBack() === true ? 7_000 : null
      },
    )({ Records } as unknown as SQSEvent, context)
    expect(requested).toEqual([['sweep-soon', ['r-m1', 'r-m2']]])
    expect(reply).toEqual({ batchItemFailures: [] })
    expect(lines).toMatchObject([
      { level: 'warn', message: expect.stringContaining('not acknowledged early'), messages: 2 },
    ])
  })

  it('a run that a message outlived is logged by a consumer that gives messages back, too', async () => {
    const { lines } = await giving(2, 20_000, async () => undefined)
    expect(lines).toHaveLength(2)
  })

  it('is avoided for a message that was given back very often: its run keeps it', async () => {
    const { reply } = await giving(15, 20_000, async () => undefined)
    expect(reply).toEqual({ batchItemFailures: [] })
  })

  it('is not logged for a message that comes for the first time', async () => {
    expect((await deliver(async () => undefined, '1')).lines).toEqual([])
    expect((await deliver(async () => undefined)).lines).toEqual([])
  })
})
