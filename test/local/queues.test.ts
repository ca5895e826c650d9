/** Local queues hand out messages as SQS hands them to a Lambda, and keep them between runs. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { v7 } from 'uuid'
import { string } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqsQueues } from '#adapters/aws/sqs-queues.ts'
import type { ConsumerSpec } from '#lambda/declaration.ts'
import type { Place } from '#local/admin/environment/place.ts'
import { queueCounts } from '#local/admin/environment/queue-counts.ts'
import { run } from '#local/admin/run.ts'
import { LOCAL_AWS } from '#local/stack/aws/local-aws.ts'
import { type LocalQueues, startQueues } from '#local/stack/queues/queues.ts'
import type { QueueName } from '#ports/work/queues.ts'

const spec = (queue: QueueName, more: Partial<ConsumerSpec> = {}): ConsumerSpec => ({
  name: queue,
  queue,
  message: string(),
  batchSize: 10,
  uses: { table: 'none' },
  ifBroken: '',
  ...more,
})
const EXECUTE = spec('execute-order', { fifo: true })
const CANCEL = spec('cancel-order')

const credentials = { accessKeyId: LOCAL_AWS.AWS_ACCESS_KEY_ID, secretAccessKey: LOCAL_AWS.AWS_SECRET_ACCESS_KEY }
let folder = ''
let queues: LocalQueues
let client: SQSClient

const start = async (): Promise<void> => {
  queues = await startQueues([EXECUTE, CANCEL], folder)
  client = new SQSClient({ endpoint: queues.endpoint, region: LOCAL_AWS.AWS_REGION, credentials })
}
const stop = async (): Promise<void> => {
  client.destroy()
  await queues.stop()
}
const send = (queue: 'execute-order' | 'cancel-order', orderId: string, group = 'g', delayMs = 0) =>
  sqsQueues((name) => queues.urls[name], { uuid: v7 }, client).send(queue, { orderId }, { group, delayMs })

/** Feeds one queue into a function of the batch's order ids, which answers the ids that failed. */
const feed = (of: ConsumerSpec, handle: (orderIds: string[]) => Promise<readonly string[]> | readonly string[]): void =>
  receive(of, async (records) => {
    const orderIdOf = (body: string): string => (JSON.parse(body) as { orderId: string }).orderId
    const failed = await handle(records.map(({ body }) => orderIdOf(body)))
    return records.filter(({ body }) => failed.includes(orderIdOf(body))).map(({ messageId }) => messageId)
  })

/** Feeds one queue into a function of the batch, which answers the ids of the messages that failed. */
const receive = (of: ConsumerSpec, handle: (records: readonly SQSRecord[]) => Promise<readonly string[]>): void =>
  queues.feed([
    {
      spec: of,
      lambda: {
        invoke: async (event) => {
          const failed = await handle((event as SQSEvent).Records)
          return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
        },
        stop: async () => undefined,
      },
    },
  ])

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'queues-'))
  await start()
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

it('untaken messages are there after a restart, delayed ones too', async () => {
  await send('execute-order', 'one')
  await send('cancel-order', 'two')
  await send('cancel-order', 'three', 'g', 1_000)
  await stop()
  await start()
  const seen: string[] = []
  for (const each of [EXECUTE, CANCEL])
    feed(each, (ids) => {
      seen.push(...ids)
      return []
    })
  await vi.waitFor(() => expect(seen.sort()).toEqual(['one', 'three', 'two']), 5_000)
})

it('messages a killed run had taken are handed out within seconds, and so is what waits behind them', async () => {
  await send('execute-order', 'taken', 'account')
  let taken = false
  feed(EXECUTE, async () => {
    taken = true
    // Its run ends before it does.
    await wait(60_000, undefined, { ref: false })
    return []
  })
  await vi.waitFor(() => expect(taken).toBe(true), 5_000)
  await send('execute-order', 'behind', 'account')
  await stop()
  await start()
  const seen: string[] = []
  feed(EXECUTE, (ids) => {
    seen.push(...ids)
    return []
  })
  await vi.waitFor(() => expect(seen).toEqual(['taken', 'behind']), 5_000)
})

describe('a call that SQS refuses is refused here', () => {
  const entry = (Id: string, more: Partial<SendMessageBatchRequestEntry> = {}) => ({
    Id,
    MessageBody: '{}',
    MessageGroupId: 'g',
    ...more,
  })
  const batch = (queue: 'execute-order' | 'cancel-order', Entries: SendMessageBatchRequestEntry[]) =>
    client.send(new SendMessageBatchCommand({ QueueUrl: queues.urls[queue], Entries }))
  const failures = async (queue: 'execute-order' | 'cancel-order', more: Partial<SendMessageBatchRequestEntry>) =>
    ((await batch(queue, [entry('0', more)])).Failed ?? []).map(({ Code }) => Code)

  it('a message of a FIFO queue with a delay of its own, or without a deduplication id', async () => {
    expect(await failures('execute-order', { MessageDeduplicationId: 'a', DelaySeconds: 5 })).toEqual([
      'InvalidParameterValue',
    ])
    expect(await failures('execute-order', {})).toEqual(['InvalidParameterValue'])
    expect(await counts('execute-order')).toEqual({ waiting: 0, taken: 0 })
    expect(await failures('execute-order', { MessageDeduplicationId: 'a' })).toEqual([])
    expect(await failures('cancel-order', { DelaySeconds: 5 })).toEqual([])
  })

  it('a message of a standard queue with a deduplication id', async () => {
    expect(await failures('cancel-order', { MessageDeduplicationId: 'a' })).toEqual(['InvalidParameterValue'])
  })

  it('a request of more than ten messages, of none, or of two with one id', async () => {
    const many = Array.from({ length: 11 }, (_, n) => entry(String(n)))
    await expect(batch('cancel-order', many)).rejects.toThrow(/Maximum number of entries per request are 10/)
    await expect(batch('cancel-order', [])).rejects.toThrow(/no entries/)
    await expect(batch('cancel-order', [entry('0'), entry('0')])).rejects.toThrow(/repeated/i)
    expect(await counts('cancel-order')).toEqual({ waiting: 0, taken: 0 })
  })
})

it('a caller without the secret path gets no answer', async () => {
  const { origin } = new URL(queues.endpoint)
  for (const path of ['', '/00000000000000000000000000000000'])
    expect((await fetch(`${origin}${path}`, { method: 'POST', body: '{}' })).status).toBe(403)
})

it('a message that failed twenty times is put aside, and said to be', async () => {
  const said: string[] = []
  await queues.stop()
  queues = await startQueues([{ ...CANCEL, timeoutS: 0 }], folder, (line) => said.push(line))
  client = new SQSClient({ endpoint: queues.endpoint, region: LOCAL_AWS.AWS_REGION, credentials })
  await send('cancel-order', 'poison')
  let tries = 0
  feed({ ...CANCEL, timeoutS: 0 }, (ids) => {
    tries += 1
    return ids
  })
  await vi.waitFor(() => expect(said.join()).toContain('message was put aside'), 5_000)
  const counted = () => queueCounts({ queues: { client, urls: queues.urls } }, 'cancel-order')
  expect(await counted()).toMatchObject({ queue: 'cancel-order', waiting: 0, taken: 0, delayed: 0, dead: 1 })
  expect(tries).toBe(20)
  expect(await counts('cancel-order')).toEqual({ waiting: 0, taken: 0 })

  const purge = async (queue: string) => {
    const printed: string[] = []
    const place = { queues: { client, urls: queues.urls }, close: () => undefined } as unknown as Place
    const print = (text: string) => void printed.push(text)
    const code = await run(['purge-dead-letters', queue], {
      ...{ print, complain: print, environment: {}, clock: Date.now },
      openPlace: async () => place,
    })
    return [code, printed.join()]
  }
  expect(await purge('cancel')).toEqual([
    2,
    expect.stringMatching(/^There is no queue cancel\. There are: .*cancel-order/),
  ])
  expect(await purge('cancel-order')).toEqual([0, 'Deleted: 1 of cancel-order.'])
  expect(await purge('cancel-order')).toEqual([0, 'No message of cancel-order is put aside.'])
  await queues.stop()
  queues = await startQueues([CANCEL], folder)
  client = new SQSClient({ endpoint: queues.endpoint, region: LOCAL_AWS.AWS_REGION, credentials })
  expect(await counted(), 'a later start does not know them either').toMatchObject({ dead: 0 })
})

it('only the failed messages of a batch come back', async () => {
  for (const id of ['good', 'bad', 'fine']) await send('cancel-order', id)
  const seen: string[] = []
  feed(CANCEL, (ids) => {
    seen.push(...ids)
    return ids.filter((id) => id === 'bad')
  })
  await vi.waitFor(() => expect(seen.sort()).toEqual(['bad', 'fine', 'good']), 5_000)
  await vi.waitFor(async () => expect(await counts('cancel-order')).toEqual({ waiting: 0, taken: 1 }), 5_000)
})

it('a FIFO queue hands out one batch of a group at a time, and other groups meanwhile', async () => {
  for (const id of ['a1', 'a2', 'b1']) await send('execute-order', id, id[0])
  let running: string[] = []
  const together: string[][] = []
  const areTogether = (...some: readonly string[]) => together.some((ids) => some.every((id) => ids.includes(id)))
  const slow = spec('execute-order', { fifo: true, batchSize: 1 })
  feed(slow, async (ids) => {
    running.push(...ids)
    together.push([...running])
    if (!ids.includes('a2')) await vi.waitFor(() => expect(areTogether('a1', 'b1')).toBe(true), 5_000)
    // Time for the next of the group, if it were handed out.
    await wait(100)
    running = running.filter((id) => !ids.includes(id))
    return []
  })
  await vi.waitFor(() => expect(together.flat()).toContain('a2'), 5_000)
  expect(areTogether('a1', 'a2')).toBe(false)
})

it('a group continues beside the run that released its message; the run no longer counts as concurrent', async () => {
  const seen: string[] = []
  const over = Promise.withResolvers<void>()
  const one = spec('execute-order', { fifo: true, batchSize: 1, atOnce: 1 })
  receive(one, async ([record]) => {
    seen.push(record?.messageId ?? '')
    if (seen.length > 1) return []
    const Entries = [{ Id: 'one', ReceiptHandle: record?.receiptHandle }]
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queues.urls['execute-order'], Entries }))
    await over.promise
    return []
  })
  for (const id of ['slow', 'next', 'last']) await send('execute-order', id, 'account')
  await vi.waitFor(() => expect(new Set(seen).size).toBe(3), 5_000)
  over.resolve()
  await vi.waitFor(async () => expect(await counts('execute-order')).toEqual({ waiting: 0, taken: 0 }), 5_000)
  await stop()
  await start()
  expect(await counts('execute-order')).toEqual({ waiting: 0, taken: 0 })
})

it('a message that is given back comes again then, before those behind it, whatever becomes of its run', async () => {
  const seen: string[] = []
  const over = Promise.withResolvers<void>()
  const one = spec('execute-order', { fifo: true, batchSize: 1 })
  receive(one, async ([record]) => {
    seen.push(JSON.parse(record?.body ?? '').orderId)
    if (seen.length > 1) return []
    const Entries = [{ Id: 'one', ReceiptHandle: record?.receiptHandle, VisibilityTimeout: 1 }]
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queues.urls['execute-order'], Entries }))
    await over.promise
    return [record?.messageId ?? '']
  })
  for (const id of ['back', 'behind']) await send('execute-order', id, 'account')
  await vi.waitFor(() => expect(seen).toEqual(['back', 'back', 'behind']), 5_000)
  over.resolve()
  await vi.waitFor(async () => expect(await counts('execute-order')).toEqual({ waiting: 0, taken: 0 }), 5_000)
})

it.each([
  ['standard', CANCEL],
  ['FIFO', spec('execute-order', { fifo: true, batchSize: 1 })],
])('a %s queue lets no group wait for the backlog of others', async (_, of) => {
  for (let n = 0; n < 400; n += 1) await send(of.queue as 'cancel-order', `loud ${n}`, `loud-${n % 40}`)
  const seen: string[] = []
  feed(of, async (ids) => {
    await wait(50)
    seen.push(...ids)
    return []
  })
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(20), 5_000)
  const before = seen.length
  await send(of.queue as 'cancel-order', 'quiet', 'quiet')
  await vi.waitFor(() => expect(seen).toContain('quiet'), 5_000)
  expect(seen.indexOf('quiet') - before).toBeLessThan(80)
})

it.each([
  ['two batches at once go to a consumer that asks the table alone', {}, 2],
  ['eight to one that waits for exchanges', { exchanges: 'account' as const }, 8],
])('%s', async (_, uses, most) => {
  const ids = Array.from({ length: 12 }, (_, n) => `order ${n}`)
  for (const id of ids) await send('cancel-order', id)
  let running = 0
  const together: number[] = []
  feed(spec('cancel-order', { batchSize: 1, uses: { table: 'write', ...uses } }), async () => {
    running += 1
    together.push(running)
    await wait(300)
    running -= 1
    return []
  })
  await vi.waitFor(() => expect(together).toHaveLength(ids.length), 10_000)
  expect(Math.max(...together)).toBe(most)
})

it('a consumer that declares how many runs it may have has so many', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `order-${n}`)
  for (const id of ids) await send('execute-order', id, id)
  let running = 0
  const together: number[] = []
  const uses = { table: 'write', webhooks: true } as const
  feed(spec('execute-order', { fifo: true, batchSize: 1, atOnce: 24, uses }), async () => {
    running += 1
    together.push(running)
    await wait(1_000)
    running -= 1
    return []
  })
  await vi.waitFor(() => expect(together).toHaveLength(ids.length), 10_000)
  expect(Math.max(...together)).toBe(24)
})

it('messages sent at the same moment travel in requests of ten, and arrive once each', async () => {
  const requests = vi.spyOn(client, 'send')
  const ids = Array.from({ length: 23 }, (_, n) => `order ${n}`)
  const together = sqsQueues((name) => queues.urls[name], { uuid: v7 }, client)
  await Promise.all(
    ids.flatMap((orderId) => [
      together.send('execute-order', { orderId }, { group: 'g' }),
      together.send('cancel-order', { orderId }, { group: 'g' }),
    ]),
  )
  expect(requests).toHaveBeenCalledTimes(6)
  for (const each of [EXECUTE, CANCEL]) {
    const seen: string[] = []
    feed(each, (some) => {
      seen.push(...some)
      return []
    })
    await vi.waitFor(() => expect(seen.sort()).toEqual([...ids].sort()), 5_000)
  }
})

it('long messages go in requests that SQS takes, and one that is too long for it keeps no other back', async () => {
  const together = sqsQueues((name) => queues.urls[name], { uuid: v7 }, client)
  const long = (kilobytes: number) =>
    together.send('cancel-order', { orderId: 'ü'.repeat(kilobytes * 512) }, { group: 'g' })
  const sent = await Promise.allSettled([...Array.from({ length: 9 }, () => long(60)), long(300), long(1)])
  expect(sent.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), 'rejected', 'fulfilled'])
  expect(await counts('cancel-order')).toEqual({ waiting: 10, taken: 0 })
})

it('a group that SQS would not take fails alone', async () => {
  const sent = await Promise.allSettled([send('cancel-order', 'o-1', 'a group'), send('cancel-order', 'o-2', 'group')])
  expect(sent.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await counts('cancel-order')).toEqual({ waiting: 1, taken: 0 })
})

it('a message takes along the request that led to it, as the function of its queue gets it', async () => {
  const ids = { uuid: v7, requestIdFor: (queue: QueueName) => (queue === 'cancel-order' ? 'request' : null) }
  const sender = sqsQueues((name) => queues.urls[name], ids, client)
  const seen: unknown[] = []
  const onEvent = (event: unknown) => {
    for (const { body, messageAttributes } of (event as SQSEvent).Records)
      seen.push([JSON.parse(body), messageAttributes])
    return Promise.resolve({})
  }
  queues.feed([EXECUTE, CANCEL].map((spec) => ({ spec, lambda: { invoke: onEvent, stop: async () => undefined } })))
  await sender.send('cancel-order', { orderId: 'one' }, { group: 'g' })
  await sender.send('execute-order', { orderId: 'two' }, { group: 'g' })
  await vi.waitFor(() => expect(seen).toHaveLength(2), 5_000)
  expect(seen).toContainEqual([{ orderId: 'one' }, { requestId: { dataType: 'String', stringValue: 'request' } }])
  expect(seen).toContainEqual([{ orderId: 'two' }, {}])
})

it('whoever sends learns that the queue is not there, and what goes to another queue arrives', async () => {
  const urlOf = (name: QueueName): string => (name === 'cancel-order' ? `${queues.urls[name]}-gone` : queues.urls[name])
  const partly = sqsQueues(urlOf, { uuid: v7 }, client)
  const [lost, kept] = await Promise.allSettled([
    partly.send('cancel-order', { orderId: 'lost' }, { group: 'g' }),
    partly.send('execute-order', { orderId: 'kept' }, { group: 'g' }),
  ])
  expect([lost.status, kept.status]).toEqual(['rejected', 'fulfilled'])
  expect(await counts('execute-order')).toEqual({ waiting: 1, taken: 0 })
})

const counts = async (queue: QueueName) => {
  const QueueUrl = queues.urls[queue]
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return {
    waiting: Number(Attributes?.['ApproximateNumberOfMessages']),
    taken: Number(Attributes?.['ApproximateNumberOfMessagesNotVisible']),
  }
}
