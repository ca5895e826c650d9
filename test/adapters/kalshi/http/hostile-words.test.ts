/** Texts of an exchange are stored without our secrets, and deep nesting does no harm. */

import { afterEach, expect, it } from 'vitest'
import { type Listener, listen } from '../../http/loopback-server.ts'
import { ACCOUNT, adapterFor, anySignal, someOrder, toSend } from '../desk.ts'

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

it.each([
  ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'nested deeper than 64 levels'],
  ['a list of 200,000 items', `[${'0,'.repeat(200_000)}0]`, 'a list of more than 100000 items'],
])('an answer with %s counts as none, and the reason says why', async (_, hostile, words) => {
  server = await listen((request, response) =>
    response.writeHead(request.method === 'GET' ? 200 : 201).end(`{"orders":${hostile}}`),
  )
  const exchange = adapterFor(server.url, Date.now)
  const outcome = await exchange.submit(ACCOUNT, toSend(someOrder()), anySignal())
  expect(outcome).toMatchObject({ kind: 'unknown' })
  await expect(exchange.openOrders(ACCOUNT, anySignal())).rejects.toThrow(words)
})
