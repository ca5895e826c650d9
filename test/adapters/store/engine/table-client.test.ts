/** The table's client of DynamoDB sends each request once, and believes no half of an answer. */

import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, describe, expect, it } from 'vitest'
import { openClient } from '#adapters/store/engine/wire.ts'
import { type Listener, listen, type Received } from '../../http/loopback-server.ts'

const QUESTION = new GetItemCommand({ TableName: 'any', Key: { pk: { S: 'any' } } })

let server: Listener
afterEach(() => server.close())

const client = () =>
  openClient({
    name: 'any',
    region: 'eu-west-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret' },
  })

/** `20261125T101500Z` */
const dateOf = (headers: Received['headers']): Date =>
  new Date(String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

describe('the client of the table', () => {
  it.each([400, 429, 500, 503])('sends a request once that is answered with %d', async (status) => {
    server = await listen((_, response) => {
      response.writeHead(status)
      response.end(JSON.stringify({ __type: 'any#ThrottlingException', message: 'later' }))
    })
    await expect(client().send(QUESTION)).rejects.toMatchObject({ $metadata: { httpStatusCode: status } })
    expect(server.requests).toHaveLength(1)
  })

  it('corrects its clock by that of AWS, so that the next call is not refused', async () => {
    const anHourAhead = new Date(Date.now() + 3_600_000)
    server = await listen((_, response, nth) => {
      if (nth === 1) response.writeHead(400, { date: anHourAhead.toUTCString() })
      response.end(nth === 1 ? JSON.stringify({ __type: 'any#InvalidSignatureException', message: 'expired' }) : '{}')
    })
    const one = client()
    await expect(one.send(QUESTION)).rejects.toMatchObject({ name: 'InvalidSignatureException' })
    await one.send(QUESTION)
    const [late = 0, corrected = 0] = server.requests.map(({ headers }) => dateOf(headers).getTime())
    expect(corrected - late).toBeGreaterThan(3_500_000)
  })

  it('fails when an answer stops before its end, and does not wait for the rest', async () => {
    server = await listen((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('{"Item":')
      setTimeout(() => response.destroy(), 10)
    })
    await expect(client().send(QUESTION)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(server.requests).toHaveLength(1)
  })

  it('keeps no copy of answers for a log', async () => {
    server = await listen((_, response) => response.end('{}'))
    expect(client().middlewareStack.identify().join()).not.toContain('logger')
  })
})
