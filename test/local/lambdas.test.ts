/** A Lambda on one machine is as confined as in AWS: by its environment, its grants and its time. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Uses } from '#lambda/declaration.ts'
import { type Lambda, type LambdaOptions, startLambda } from '#local/stack/lambdas.ts'

const folder = mkdtempSync(join(tmpdir(), 'lambda-'))
const started: Lambda[] = []
let reached: string[] = []
const aws = createServer((request, response) => {
  reached.push(String(request.headers['x-amz-target']))
  response.end('{}')
}).listen(0, '127.0.0.1')

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
  more: Partial<LambdaOptions> = {},
): Lambda => {
  writeFileSync(join(folder, 'index.mjs'), handler)
  const address = aws.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const made = startLambda({
    spec: { name: 'probe', uses, timeoutS, memoryMb: 64 },
    folder,
    ...more,
    environment: { OWN: 'mine', AWS_ENDPOINT: `http://127.0.0.1:${port}` },
  })
  started.push(made)
  return made
}

/** Performs the operation that its event is or names, with the event as the body. */
const CALLS_AWS = `
import { request } from 'node:http'
export const handler = (event) => new Promise((resolve, reject) => {
  const headers = { 'x-amz-target': event.operation ?? event }
  const call = request(process.env.AWS_ENDPOINT, { method: 'POST', headers }, (answer) => {
    answer.resume().on('end', () => resolve('done'))
  })
  call.on('error', reject)
  call.end(JSON.stringify(event))
})`

describe('a Lambda', () => {
  it('sees its own environment and nothing of ours', async () => {
    const probe = lambda('export const handler = async () => Object.keys(process.env).sort()')
    expect(await probe.invoke({})).toEqual(['AWS_ENDPOINT', 'NODE_NO_WARNINGS', 'OWN'])
  })

  it('is told its request id and the time it has left', async () => {
    const probe = lambda(
      'export const handler = async (event, context) => [context.awsRequestId, context.getRemainingTimeInMillis()]',
    )
    const [requestId, left] = (await probe.invoke({})) as [string, number]
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(left).toBeGreaterThan(3_000)
    expect(left).toBeLessThanOrEqual(5_000)
  })

  it('throws what its handler throws, and goes on', async () => {
    const probe = lambda(
      "export const handler = async (event) => { if (event.bad) throw new Error('no'); return 'yes' }",
    )
    await expect(probe.invoke({ bad: true })).rejects.toThrow('no')
    expect(await probe.invoke({})).toBe('yes')
  })

  it('is killed when its time is over, and the next call starts it anew', async () => {
    const probe = lambda(
      'let calls = 0; export const handler = async (event) => { calls += 1; if (event.hang) for (;;); return calls }',
      { table: 'none' },
      1,
    )
    expect(await probe.invoke({})).toBe(1)
    await expect(probe.invoke({ hang: true })).rejects.toThrow('timed out after 1000 ms')
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
    await vi.waitFor(() => expect(lines).toEqual(['one', 'two']))
  })
})

describe('the grants of a Lambda', () => {
  it('let it do what its declaration names', async () => {
    const probe = lambda(CALLS_AWS, { table: 'write', sends: ['cancel-order'], vault: ['seal'] })
    const named = ['DynamoDB_20120810.TransactWriteItems', 'AmazonSQS.SendMessageBatch', 'TrentService.Encrypt']
    for (const operation of named) expect(await probe.invoke(operation)).toBe('done')
    expect(reached).toEqual(named)
  })

  it('refuse what it does not name before anything is sent', async () => {
    const probe = lambda(CALLS_AWS, { table: 'read', vault: ['open'] })
    expect(await probe.invoke('DynamoDB_20120810.Query')).toBe('done')
    for (const operation of [
      'DynamoDB_20120810.PutItem',
      'DynamoDB_20120810.TransactWriteItems',
      'DynamoDB_20120810.Scan',
      'AmazonSQS.SendMessageBatch',
      'TrentService.Encrypt',
    ])
      await expect(probe.invoke(operation)).rejects.toThrow(`probe is not authorized to perform ${operation}`)
    expect(reached).toEqual(['DynamoDB_20120810.Query'])
  })

  it('let an endpoint that only reads write the last use of a key, and no other row', async () => {
    const uses: Uses = { table: 'read' }
    const probe = lambda(CALLS_AWS, uses, 5, { spec: { name: 'probe', uses, scope: 'read' } })
    const put = (pk: string) => probe.invoke({ operation: 'DynamoDB_20120810.PutItem', Item: { pk: { S: pk } } })
    expect(await put('L#AZOhsgAAcACAAAAAAACqqg')).toBe('done')
    for (const pk of ['K#AZOhsgAAcACAAAAAAACqqg', 'O#L#', ''])
      await expect(put(pk)).rejects.toThrow('probe is not authorized to perform DynamoDB_20120810.PutItem')
    expect(reached).toEqual(['DynamoDB_20120810.PutItem'])
  })
})
