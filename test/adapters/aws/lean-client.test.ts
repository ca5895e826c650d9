/** A lean client does less for each call than the SDK's own; what is sent and what is read are the same. */

import { Readable } from 'node:stream'
import { DynamoDBClient, type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { afterEach, describe, expect, it } from 'vitest'
import { leanClient } from '#adapters/aws/lean-client.ts'
import { type Heard, type Listener, listen } from '../http/loopback-server.ts'

const CREDENTIALS = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' }
const QUESTION = new GetItemCommand({ TableName: 'any', Key: { pk: { S: 'any' } } })
const ITEM = { Item: { pk: { S: 'any' }, text: { S: 'x'.repeat(100_000) } } }

let server: Listener
afterEach(() => server.close())

const lean = (config: DynamoDBClientConfig = {}) =>
  leanClient(
    (settings) =>
      new DynamoDBClient({
        ...settings,
        region: 'eu-west-1',
        endpoint: server.url,
        credentials: CREDENTIALS,
        maxAttempts: 1,
        ...config,
      }),
  )

/** The signature that the SDK's own signer gives what was heard. */
const signedAnew = async ({ headers, url }: Heard): Promise<string | undefined> => {
  const signer = new SignatureV4({
    service: 'dynamodb',
    region: 'eu-west-1',
    credentials: CREDENTIALS,
    sha256: Hash.bind(null, 'sha256') as never,
  })
  const names = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? []
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: url,
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body: JSON.stringify(QUESTION.input),
    },
    { signingDate: dateOf(headers), signableHeaders: new Set(names) },
  )
  return signed.headers['authorization']
}

/** `20261125T101500Z` */
const dateOf = (headers: Heard['headers']): Date =>
  new Date(String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

describe('a lean client', () => {
  it('leaves out the steps that copy answers for a log and describe the SDK', async () => {
    server = await listen((_, response) => response.end('{}'))
    const left = lean().middlewareStack.identify()
    // The SDK's own client has them by these names, so that this notices when they are called something else.
    const dropped = new DynamoDBClient({ region: 'eu-west-1' }).middlewareStack
      .identify()
      .filter((step) => !left.includes(step))
    expect(dropped.toSorted()).toEqual([expect.stringMatching(/^getUserAgent/), expect.stringMatching(/^logger/)])
    await lean().send(QUESTION)
    expect(server.requests[0]?.headers).not.toHaveProperty('x-amz-user-agent')
  })

  it('signs each call as the SDK does', async () => {
    server = await listen((_, response) => response.end('{}'))
    const client = lean()
    await client.send(QUESTION)
    await client.send(QUESTION)
    expect(server.requests).toHaveLength(2)
    for (const heard of server.requests) expect(heard.headers.authorization).toBe(await signedAnew(heard))
  })

  it('signs with new credentials as soon as their provider has them', async () => {
    server = await listen((_, response) => response.end('{}'))
    let turn = 0
    const client = lean({
      credentials: async () => {
        turn += 1
        return { accessKeyId: `AKID${turn}`, secretAccessKey: `secret${turn}`, expiration: new Date(0) }
      },
    })
    await client.send(QUESTION)
    await client.send(QUESTION)
    const [first, second] = server.requests.map(({ headers }) => /AKID\d+/.exec(headers.authorization ?? '')?.[0])
    expect(first).not.toBe(second)
  })

  it('corrects its clock by that of AWS, so that the next call is not refused', async () => {
    const anHourAhead = new Date(Date.now() + 3_600_000)
    server = await listen((_, response, nth) => {
      if (nth === 1) response.writeHead(400, { date: anHourAhead.toUTCString() })
      response.end(nth === 1 ? JSON.stringify({ __type: 'any#InvalidSignatureException', message: 'expired' }) : '{}')
    })
    const client = lean()
    await expect(client.send(QUESTION)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    await client.send(QUESTION)
    const [late = 0, corrected = 0] = server.requests.map(({ headers }) => dateOf(headers).getTime())
    expect(corrected - late).toBeGreaterThan(3_500_000)
  })

  it('reads an answer that comes in many pieces', async () => {
    const text = JSON.stringify(ITEM)
    const pieces = Array.from({ length: 10 }, (_, place) => text.slice(place * 11_000, (place + 1) * 11_000))
    server = await listen((_, response) => void Readable.from(pieces).pipe(response))
    expect((await lean().send(QUESTION)).Item).toEqual(ITEM.Item)
  })

  it('fails where an answer ends before its end, and does not wait for the rest', async () => {
    server = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('{"Item":')
      setTimeout(() => response.destroy(), 10)
    })
    await expect(lean().send(QUESTION)).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})
