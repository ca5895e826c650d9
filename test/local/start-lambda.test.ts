/** A Lambda on one machine is as confined as in AWS: by its environment, its grants and its time. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import { statementsOf } from '#infra/statements.ts'
import type { Grantee, Uses } from '#lambda/declaration.ts'
import { localArns } from '#local/stack/aws/aws-calls.ts'
import { bundledLambdas } from '#local/stack/lambdas/bundled-lambdas.ts'
import { type Lambda, type LambdaOptions, startLambda } from '#local/stack/lambdas/start-lambda.ts'
import type { QueueName } from '#ports/work/queues.ts'

const folder = mkdtempSync(join(tmpdir(), 'lambda-'))
const started: Lambda[] = []
const QUEUES = Object.fromEntries(CONSUMERS.map(({ handler: { spec } }) => [spec.queue, spec.queue]))
const PLACES = { tableName: 'trading', vaultKeyId: 'key', catalogueBucket: 'catalogue' }
const ARNS = localArns({ ...PLACES, queueUrls: QUEUES as Record<QueueName, string> }, 'markets')
let reached: string[] = []
const aws = createServer((request, response) => {
  reached.push(String(request.headers['x-amz-target']))
  response.end('{}')
}).listen(0, '127.0.0.1')

let worker: URL
beforeAll(async () => {
  const { folder: bundles } = await bundledLambdas(join(folder, 'bundles'), () => undefined)
  worker = pathToFileURL(join(bundles, 'lambda-worker.mjs'))
}, 180_000)
afterEach(async () => {
  reached = []
  await Promise.all(started.splice(0).map((lambda) => lambda.stop()))
})
afterAll(() => {
  aws.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A bundle whose handler is this text. */
const lambda = (
  handler: string,
  uses: Uses = { table: 'none' },
  timeoutS = 5,
  { scope, idempotent, ...more }: Partial<LambdaOptions> & Omit<Grantee, 'uses'> = {},
): Lambda => {
  writeFileSync(join(folder, 'index.mjs'), handler)
  const address = aws.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const made = startLambda({
    spec: { name: 'probe', timeoutS, memoryMb: 64 },
    granted: statementsOf(
      { uses, ...(scope === undefined ? {} : { scope }), ...(idempotent === undefined ? {} : { idempotent }) },
      ARNS,
    ),
    folder,
    worker,
    ...more,
    environment: { OWN: 'mine', AWS_ENDPOINT: `http://127.0.0.1:${port}` },
  })
  started.push(made)
  return made
}

/** Performs the operation that its event names, with the event as the body. */
const CALLS_AWS = `
import { request } from 'node:http'
export const handler = (event) => new Promise((resolve, reject) => {
  const headers = { 'x-amz-target': event.operation }
  const call = request(process.env.AWS_ENDPOINT, { method: 'POST', headers }, (answer) => {
    answer.resume().on('end', () => resolve('done'))
  })
  call.on('error', reject)
  call.end(JSON.stringify(event))
})`

/** Requests an object as a client of S3 does: only the signature names the service. */
const CALLS_S3 = `
import { request } from 'node:http'
export const handler = ({ method, path }) => new Promise((resolve, reject) => {
  const headers = { authorization: 'AWS4-HMAC-SHA256 Credential=local/20261121/us-east-1/s3/aws4_request' }
  const call = request(process.env.AWS_ENDPOINT + path, { method, headers })
  call.on('response', (answer) => answer.resume().on('end', () => resolve('done')))
  call.on('error', reject)
  call.end()
})`

describe('a Lambda', () => {
  it('sees its own environment and nothing of ours', async () => {
    const probe = lambda('export const handler = async () => Object.keys(process.env).sort()')
    expect(await probe.invoke({})).toEqual(['AWS_ENDPOINT', 'NODE_NO_WARNINGS', 'OWN'])
  })

  it('receives its request id and the time it has left', async () => {
    const probe = lambda(
      'export const handler = async (event, context) => [context.awsRequestId, context.getRemainingTimeInMillis()]',
    )
    const [requestId, left] = (await probe.invoke({})) as [string, number]
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(left).toBeGreaterThan(3_000)
    expect(left).toBeLessThanOrEqual(5_000)
  })

  it('has all its time after its start, however long that took', async () => {
    const slow = `await new Promise((resolve) => setTimeout(resolve, 1_500))
      export const handler = async (event, context) => context.getRemainingTimeInMillis()`
    expect(await lambda(slow, { table: 'none' }, 1).invoke({})).toBeGreaterThan(500)
  })

  it('throws the error of its handler, and continues', async () => {
    const probe = lambda(
      "export const handler = async (event) => { if (event.bad) throw new Error('no'); return 'yes' }",
    )
    await expect(probe.invoke({ bad: true })).rejects.toThrow('no')
    expect(await probe.invoke({})).toBe('yes')
  })

  it('returns no answer above 6 MB, in which quotes count twice, and continues', async () => {
    const probe = lambda(
      'export const handler = async ({ text, times }) => ({ statusCode: 200, body: text.repeat(times) })',
    )
    const answer = async (text: string, times: number): Promise<number> =>
      ((await probe.invoke({ text, times })) as { readonly body: string }).body.length
    expect(await answer('x', 6_000_000)).toBe(6_000_000)
    await expect(answer('x', 6_400_000)).rejects.toThrow('exceeded maximum allowed payload size (6291556 bytes)')
    await expect(answer('"', 4_000_000)).rejects.toThrow('exceeded maximum allowed payload size (6291556 bytes)')
    expect(await answer('"', 3_000_000)).toBe(3_000_000)
  })

  it('is killed when its time is over, and the next call starts it anew', async () => {
    const probe = lambda(
      'let calls = 0; export const handler = async (event) => { calls += 1; if (event.hang) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return calls }',
      { table: 'none' },
      2,
    )
    expect(await probe.invoke({})).toBe(1)
    await expect(probe.invoke({ hang: true })).rejects.toThrow('timed out after 2000 ms')
    expect(await probe.invoke({})).toBe(1)
  })
})

describe('the memory of a Lambda', () => {
  const COUNTS = 'let calls = 0; export const handler = async () => { calls += 1; return calls }'

  it('is given back when there was no call for a while, and the next call starts it anew', async () => {
    const probe = lambda(COUNTS, { table: 'none' }, 5, { idleMs: 50 })
    expect(await probe.invoke({})).toBe(1)
    await vi.waitFor(async () => expect(await probe.invoke({})).toBe(1), { timeout: 5_000, interval: 200 })
  })

  it('stays while a call runs, and while calls come often enough', async () => {
    const probe = lambda(
      'let calls = 0; export const handler = async (ms) => { await new Promise((done) => setTimeout(done, ms)); return ++calls }',
      { table: 'none' },
      5,
      { idleMs: 400 },
    )
    expect(await Promise.all([probe.invoke(1_000), probe.invoke(1)])).toEqual([2, 1])
    for (const call of [3, 4, 5]) expect(await probe.invoke(150)).toBe(call)
  })

  it('ends it when it takes more than its declaration says, and the next call starts it anew', async () => {
    const probe = lambda(
      'const kept = []; export const handler = async (event) => { while (event.fill) kept.push(new Array(1e5).fill(kept.length)); return kept.length }',
      { table: 'none' },
      30,
    )
    expect(await probe.invoke({})).toBe(0)
    await expect(probe.invoke({ fill: true })).rejects.toThrow(/probe died: .*memory/)
    expect(await probe.invoke({})).toBe(0)
  })

  it('does not hold its log back', async () => {
    const lines: string[] = []
    const probe = lambda("export const handler = async () => console.log('one\\ntwo')", { table: 'none' }, 5, {
      log: (line) => lines.push(line),
    })
    await probe.invoke({})
    await expect.poll(() => lines).toEqual(['one', 'two'])
  })
})

describe('the grants of a Lambda', () => {
  const TABLE = { TableName: 'trading' }
  const QUEUE = { QueueUrl: 'http://127.0.0.1/cancel-order' }
  const row = (pk: string) => ({ pk: { S: pk } })
  const put = (pk: string) => ({ operation: 'DynamoDB_20120810.PutItem', ...TABLE, Item: row(pk) })
  const sealed = (...keys: string[]) => ({
    operation: 'TrentService.Encrypt',
    KeyId: 'key',
    EncryptionContext: Object.fromEntries(keys.map((key) => [key, 'x'])),
  })

  it('let it do what its declaration names', async () => {
    const probe = lambda(CALLS_AWS, {
      table: 'write',
      alsoWrites: ['remove'],
      sends: ['cancel-order'],
      vault: ['seal'],
    })
    const named = [
      { operation: 'DynamoDB_20120810.Query', ...TABLE, IndexName: 'work' },
      {
        operation: 'DynamoDB_20120810.TransactWriteItems',
        TransactItems: [{ Put: { ...TABLE, Item: row('O#1') } }, { Delete: { ...TABLE, Key: row('O#2') } }],
      },
      { operation: 'AmazonSQS.SendMessageBatch', ...QUEUE },
      sealed('user', 'subaccount', 'exchange'),
    ]
    for (const call of named) expect(await probe.invoke(call)).toBe('done')
    expect(reached).toEqual(named.map(({ operation }) => operation))
  })

  it('refuse what it does not name before anything is sent', async () => {
    const probe = lambda(CALLS_AWS, { table: 'read', vault: ['open'] })
    expect(await probe.invoke({ operation: 'DynamoDB_20120810.Query', ...TABLE })).toBe('done')
    for (const [call, action] of [
      [put('O#1'), 'dynamodb:PutItem'],
      [{ operation: 'DynamoDB_20120810.Scan', ...TABLE }, 'dynamodb:Scan'],
      [{ operation: 'AmazonSQS.SendMessageBatch', ...QUEUE }, 'sqs:SendMessage'],
      [sealed('user', 'subaccount', 'exchange'), 'kms:Encrypt'],
    ] as const)
      await expect(probe.invoke(call)).rejects.toThrow(`probe is not authorized to perform ${action}`)
    expect(reached).toEqual(['DynamoDB_20120810.Query'])
  })

  it('refuse other tables, queues and keys than its own', async () => {
    const probe = lambda(CALLS_AWS, { table: 'write', sends: ['cancel-order'], vault: ['open'] })
    for (const call of [
      { ...put('O#1'), TableName: 'other' },
      { operation: 'AmazonSQS.SendMessageBatch', QueueUrl: 'http://127.0.0.1/execute-order.fifo' },
      { operation: 'TrentService.Decrypt', KeyId: 'other', EncryptionContext: { user: 'x' } },
    ])
      await expect(probe.invoke(call)).rejects.toThrow('probe is not authorized')
    expect(reached).toEqual([])
  })

  it('refuse to open or seal without saying whose it is, and as something else than it is for', async () => {
    const probe = lambda(CALLS_AWS, { table: 'none', vault: ['seal'], webhooks: true })
    expect(await probe.invoke(sealed('user', 'webhook'))).toBe('done')
    for (const call of [sealed(), sealed('user', 'subaccount', 'exchange')])
      await expect(probe.invoke(call)).rejects.toThrow('probe is not authorized to perform kms:Encrypt')
    expect(reached).toEqual(['TrentService.Encrypt'])
  })

  it('let an endpoint that only reads write the last use of a key, and no other row', async () => {
    const uses: Uses = { table: 'read' }
    const probe = lambda(CALLS_AWS, uses, 5, { scope: 'read' })
    expect(await probe.invoke(put('L#AZOhsgAAcACAAAAAAACqqg'))).toBe('done')
    for (const pk of ['K#AZOhsgAAcACAAAAAAACqqg', 'O#L#', ''])
      await expect(probe.invoke(put(pk))).rejects.toThrow('probe is not authorized to perform dynamodb:PutItem')
    expect(reached).toEqual(['DynamoDB_20120810.PutItem'])
  })

  it('refuse the write of an API key, alone or in a batch, unless the Lambda is declared for it', async () => {
    const writer = lambda(CALLS_AWS, { table: 'write', alsoWrites: ['remove', 'bulk'] })
    const putOf = (pk: string) => ({ Put: { ...TABLE, Item: row(pk) } })
    for (const call of [
      put('K#AZOhsgAAcACAAAAAAACqqg'),
      { operation: 'DynamoDB_20120810.DeleteItem', ...TABLE, Key: row('K#1') },
      { operation: 'DynamoDB_20120810.TransactWriteItems', TransactItems: [putOf('O#1'), putOf('K#1')] },
      {
        operation: 'DynamoDB_20120810.BatchWriteItem',
        RequestItems: { trading: [{ PutRequest: { Item: row('M#0') } }, { PutRequest: { Item: row('K#1') } }] },
      },
    ])
      await expect(writer.invoke(call)).rejects.toThrow(/probe is not authorized to perform dynamodb:.*K#/)
    expect(reached).toEqual([])
  })

  it('let who writes API keys write nothing that has to do with orders', async () => {
    const keeper = lambda(CALLS_AWS, { table: 'write', apiKeys: true })
    for (const pk of ['K#1', 'U#1', 'L#1', 'I#1']) expect(await keeper.invoke(put(pk))).toBe('done')
    for (const pk of ['O#1', 'S#1', 'X#1'])
      await expect(keeper.invoke(put(pk))).rejects.toThrow('probe is not authorized to perform dynamodb:PutItem')
  })

  it('let an endpoint that creates give back the idempotency key it claimed, and remove nothing else', async () => {
    const probe = lambda(CALLS_AWS, { table: 'write' }, 5, { idempotent: true })
    const remove = (pk: string) => probe.invoke({ operation: 'DynamoDB_20120810.DeleteItem', ...TABLE, Key: row(pk) })
    expect(await remove('I#1')).toBe('done')
    await expect(remove('O#1')).rejects.toThrow('probe is not authorized to perform dynamodb:DeleteItem')
  })

  it('let who reads the search snapshot get that one object', async () => {
    const probe = lambda(CALLS_S3, { table: 'none', catalogue: 'read' })
    expect(await probe.invoke({ method: 'GET', path: '/catalogue/markets' })).toBe('done')
    for (const call of [
      { method: 'PUT', path: '/catalogue/markets' },
      { method: 'GET', path: '/catalogue/other' },
      { method: 'DELETE', path: '/catalogue/markets' },
    ])
      await expect(probe.invoke(call)).rejects.toThrow('probe is not authorized to perform s3:')
    expect(reached).toHaveLength(1)
  })
})
