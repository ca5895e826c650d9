/** Readers of queues as event source mappings: they are turned off and on, and their messages are carried to their functions. */

import { createServer, type Server } from 'node:http'
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LambdaPlace, LONGEST_RUN, lambdaReaders } from '#adapters/aws/lambda-readers.ts'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { DEFAULT_TIMEOUT_S } from '#lambda/declaration.ts'
import type { ReaderControl } from '#ports/work/queue-readers.ts'

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }

/** Lambda, as far as readers need it. */
const states = new Map<string, string>()
/** How many changes of readers Lambda still refuses: it takes fifteen calls a second of an account. */
let refusals = 0
let invoked: { readonly path: string; readonly bodies: readonly string[] }[] = []
let answer: (bodies: readonly string[]) => { readonly status: number; readonly body: unknown; readonly failed?: true }
let lambda: Server
let queues: FauxqsServer
let sqs: SQSClient
let control: ReaderControl
let queueUrl = ''

beforeEach(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'local'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local'
  invoked = []
  refusals = 0
  answer = () => ({ status: 200, body: { batchItemFailures: [] } })
  states.clear()
  lambda = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const path = request.url ?? ''
      expect(request.headers.authorization).toMatch(/Credential=local\/\d{8}\/us-east-1\/lambda\/aws4_request/)
      if (path.startsWith('/2015-03-31/event-source-mappings/')) {
        const id = path.split('/').at(-1) ?? ''
        if (request.method === 'PUT' && refusals > 0) {
          refusals -= 1
          response.writeHead(429).end(JSON.stringify({ message: 'Rate exceeded' }))
          return
        }
        if (request.method === 'PUT') states.set(id, JSON.parse(text).Enabled ? 'Enabling' : 'Disabling')
        response.end(JSON.stringify({ UUID: id, State: states.get(id) ?? 'Enabled' }))
        return
      }
      const bodies = (JSON.parse(text) as { Records: { body: string }[] }).Records.map(({ body }) => body)
      invoked.push({ path, bodies })
      const { status, body, failed } = answer(bodies)
      response.writeHead(status, failed ? { 'x-amz-function-error': 'Unhandled' } : {}).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => lambda.listen(0, '127.0.0.1', resolve))
  const address = lambda.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  queues = await startFauxqs({ port: 0, logger: false })
  queues.createQueue('cancel-order')
  queueUrl = `http://127.0.0.1:${queues.port}/000000000000/cancel-order`
  sqs = new SQSClient({ endpoint: `http://127.0.0.1:${queues.port}`, region: 'us-east-1', credentials })
  const place: LambdaPlace = { region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }
  const reader = { queue: 'cancel-order', mapping: 'one', function: 'Trading-cancel', queueUrl, batchSize: 10 } as const
  control = lambdaReaders([reader, { ...reader, queue: 'sync-account', mapping: 'two' }], place, sqs)
})

afterEach(async () => {
  sqs.destroy()
  lambda.closeAllConnections()
  await new Promise((resolve) => lambda.close(resolve))
  await queues.stop()
})

const send = (body: object) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(body) }))
const left = async (): Promise<number> => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: [...AttributeNames] }),
  )
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0)
}

it('readers that read are left alone', async () => {
  expect(await control.start()).toBe(true)
  expect([...states]).toEqual([])
})

it('all are turned off, and on again: they read once Lambda says that each is enabled', async () => {
  await control.rest()
  expect([...states.values()]).toEqual(['Disabling', 'Disabling'])
  states.set('one', 'Disabled').set('two', 'Disabled')
  expect(await control.start()).toBe(false)
  expect([...states.values()]).toEqual(['Enabling', 'Enabling'])
  states.set('one', 'Enabled')
  expect(await control.start()).toBe(false)
  states.set('two', 'Enabled')
  expect(await control.start()).toBe(true)
})

it('one whose change Lambda refuses for now is asked again, and rests as the others do', async () => {
  refusals = 3
  await control.rest()
  expect([...states.values()]).toEqual(['Disabling', 'Disabling'])
})

it.each(['Creating', 'Updating', 'Disabling', 'Enabling'])('one in the state %s is waited for', async (state) => {
  states.set('one', state).set('two', 'Disabled')
  expect(await control.start()).toBe(false)
  expect([...states.values()]).toEqual([state, 'Enabling'])
})

it('a message is handed to the function as Lambda hands it, and deleted when it is done', async () => {
  await send({ orderId: 'a' })
  expect(await control.carry('cancel-order', 0)).toBe(1)
  expect(invoked).toEqual([{ path: '/2015-03-31/functions/Trading-cancel/invocations', bodies: ['{"orderId":"a"}'] }])
  expect(await left()).toBe(0)
  expect(await control.carry('cancel-order', 0)).toBe(0)
})

it('a message that the function hands back stays', async () => {
  await send({ orderId: 'a' })
  answer = () => ({ status: 200, body: { batchItemFailures: [{ itemIdentifier: 'another' }] } })
  await control.carry('cancel-order', 0)
  expect(await left()).toBe(0)
  await send({ orderId: 'b' })
  answer = () => ({ status: 200, body: { batchItemFailures: [{ itemIdentifier: invokedIds.at(-1) }] } })
  const invokedIds: string[] = []
  lambda.prependListener('request', (request) => {
    request.on('data', (chunk: Buffer) => invokedIds.push(JSON.parse(chunk.toString()).Records[0].messageId))
  })
  await control.carry('cancel-order', 0)
  expect(await left()).toBe(1)
})

it.each([
  ['Lambda has no room for it', { status: 429, body: { Reason: 'ConcurrentInvocationLimitExceeded' } }],
  ['the function crashes', { status: 200, body: { errorMessage: 'out of memory' }, failed: true }],
] as const)(
  'when %s, the message is there again soon',
  async (_, failing) => {
    await send({ orderId: 'a' })
    answer = () => failing
    await expect(control.carry('cancel-order', 0)).rejects.toThrow()
    expect(await left()).toBe(1)
    answer = () => ({ status: 200, body: { batchItemFailures: [] } })
    await expect.poll(() => control.carry('cancel-order', 1), { timeout: 10_000 }).toBe(1)
    expect(await left()).toBe(0)
  },
  15_000,
)

it('a message keeps the request that it follows from', async () => {
  const MessageAttributes = { requestId: { DataType: 'String', StringValue: 'request-7' } }
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: '{}', MessageAttributes }))
  const records: { messageAttributes: unknown }[] = []
  lambda.prependListener('request', (request) => {
    request.on('data', (chunk: Buffer) => records.push(...JSON.parse(chunk.toString()).Records))
  })
  await control.carry('cancel-order', 0)
  expect(records[0]?.messageAttributes).toMatchObject({
    requestId: { dataType: 'String', stringValue: 'request-7' },
  })
})

it('waits for the slowest function whose messages are carried, and is not ended before it', () => {
  const { neverRests, rests } = Object.groupBy(CONSUMERS, ({ handler }) =>
    handler.spec.neverRests === true ? 'neverRests' : 'rests',
  )
  const slowest = Math.max(...(rests ?? []).map(({ handler }) => (handler.spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000))
  expect(LONGEST_RUN).toBeGreaterThan(slowest)
  const carrier = neverRests?.find(({ handler }) => handler.spec.queue === 'sweep-soon')
  // It goes on for fifty seconds before it carries the last message.
  expect((carrier?.handler.spec.timeoutS ?? 0) * 1_000).toBeGreaterThan(50_000 + LONGEST_RUN)
})
