/** What an exchange says is kept without our own secrets, and however deep it nests it harms nobody. */

import { afterEach, expect, it } from 'vitest'
import { type Listener, listen } from '../http/loopback-server.ts'
import { ACCOUNT, adapterFor, anySignal, someOrder, toSend } from './desk.ts'

const KEY = 'c2f5a1c0-5f7e-4a39-9d0b-1f2e3d4c5b6a'
const account = { ...ACCOUNT, secrets: { ...ACCOUNT.secrets, api_key_id: KEY } }

let server: Listener | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

it('a refusal that quotes the headers it was sent is kept without key and signature', async () => {
  let signature = ''
  server = await listen((request, response) => {
    signature = String(request.headers['kalshi-access-signature'])
    const details = `headers: ${JSON.stringify(request.headers)}`
    response.writeHead(400).end(JSON.stringify({ error: { code: 'weird', message: 'weird', details } }))
  })
  const exchange = adapterFor(server.url, Date.now)
  const outcome = await exchange.submit(account, toSend(someOrder()), anySignal())
  expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('[struck out]') })
  expect(signature.length).toBeGreaterThan(100)
  expect(JSON.stringify(outcome)).not.toContain(signature.slice(0, 40))
  expect(JSON.stringify(outcome)).not.toContain(KEY)
})

it('an answer with ten thousand levels is an answer like any other that makes no sense', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
  server = await listen((_, response) => response.writeHead(400).end(`{"error":${deep}}`))
  const exchange = adapterFor(server.url, Date.now)
  expect(await exchange.submit(ACCOUNT, toSend(someOrder()), anySignal())).toMatchObject({ kind: 'later' })
  await server.close()
  server = await listen((_, response) => response.writeHead(201).end(deep))
  expect(await exchange.submit(ACCOUNT, toSend(someOrder()), anySignal())).toMatchObject({ kind: 'unknown' })
})
