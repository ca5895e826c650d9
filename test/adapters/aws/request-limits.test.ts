/** A call to AWS that is never answered is given up, long before the function that made it is ended. */

import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { kmsVault } from '#adapters/aws/kms-vault.ts'
import { sqsQueues } from '#adapters/aws/sqs-queues.ts'
import { sqsReceipts } from '#adapters/aws/sqs-receipts.ts'
import { s3Ranges } from '#adapters/search/snapshot/s3-ranges.ts'
import { s3SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'

let server: Server
let endpoint = ''

beforeEach(async () => {
  process.env['AWS_REGION'] = 'us-east-1'
  process.env['AWS_ACCESS_KEY_ID'] = 'local'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local'
  // Accepts connections and requests, and never answers.
  server = createServer((socket) => socket.resume().on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  process.env['AWS_ENDPOINT_URL'] = endpoint
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  server.close()
})

/** After how many seconds the call fails; null: it is still waiting after two minutes. */
const failsAfter = async (call: () => Promise<unknown>): Promise<number | null> => {
  const from = Date.now()
  let failedAt: number | null = null
  call().then(
    () => {
      throw new Error('nobody answered')
    },
    () => {
      failedAt = Date.now()
    },
  )
  while (failedAt === null && Date.now() < from + 120_000) {
    // Data on its way through real sockets arrives first.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(100)
  }
  return failedAt === null ? null : (failedAt - from) / 1_000
}

const queueUrl = () => `${endpoint}/000000000000/cancel-order`
const place = () => ({ bucket: 'bucket', key: 'snapshot', region: 'us-east-1', endpoint })

/** The shortest function has fifteen seconds; a snapshot is written by one that has five minutes. */
const CALLS: Readonly<Record<string, readonly [within: number, call: () => Promise<unknown>]>> = {
  'a message is sent': [
    12,
    () => sqsQueues(queueUrl, { uuid: () => 'id' }).send('cancel-order', { orderId: 'one' }, { group: 'g' }),
  ],
  'a message is given back': [
    12,
    () => sqsReceipts(queueUrl, Date.now).requeue('execute-order', ['receipt'], Date.now()),
  ],
  'a message is let go': [12, () => sqsReceipts(queueUrl, Date.now).acknowledgeEarly('execute-order', ['receipt'])],
  'a secret is sealed': [12, () => kmsVault('key').seal('text', { user: 'u', webhook: 'w' })],
  'a secret is opened': [12, () => kmsVault('key').open('AAAA', { user: 'u', webhook: 'w' })],
  'a part of the snapshot is read': [
    4,
    () => s3Ranges(place()).read({ at: 0, size: 10 }, null, new AbortController().signal),
  ],
  'the snapshot is stored': [100, () => s3SnapshotStore(place()).put(Buffer.from('bytes'))],
  'the version of the snapshot is asked for': [100, () => s3SnapshotStore(place()).version()],
}

it.each(Object.entries(CALLS))('%s', async (_, [within, call]) => {
  const seconds = await failsAfter(call)
  expect(seconds).not.toBeNull()
  expect(seconds).toBeLessThan(within)
})
