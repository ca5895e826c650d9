/** Calls that are signed without a client of the SDK: what AWS refuses for a moment is asked again, as a client would. */

import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { signedCalls } from '#adapters/aws/signed-calls.ts'

/** What each try meets; from the last one on, an answer. */
let fates: (number | 'broken')[] = []
let asked = 0
let server: Server
let url: URL

beforeEach(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'local'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local'
  asked = 0
  server = createServer((request, response) => {
    const fate = fates[asked] ?? 200
    asked += 1
    if (fate === 'broken') request.socket.resetAndDestroy()
    else response.writeHead(fate).end('text')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = new URL(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/place`)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const statusOf = async (method: 'GET' | 'PUT' | 'POST'): Promise<number> => {
  const call = signedCalls(url, { service: 's3', region: 'us-east-1' })
  return (await call({ method, path: url.pathname })).status
}

it.each([
  ['no more calls for now', 429],
  ['to be slower', 503],
  ['of a fault of its own', 500],
  ['nothing, and the connection breaks', 'broken'],
] as const)('a read, or a change, is sent again where AWS says %s', async (_, fate) => {
  for (const method of ['GET', 'PUT'] as const) {
    ;[asked, fates] = [0, [fate, fate]]
    expect(await statusOf(method)).toBe(200)
    expect(asked).toBe(3)
  }
})

it('what AWS goes on refusing is answered as it is', async () => {
  fates = [503, 503, 503, 503, 503]
  expect(await statusOf('GET')).toBe(503)
  expect(asked).toBe(4)
})

it.each([304, 400, 403, 404, 412])('a %s is an answer', async (status) => {
  fates = [status]
  expect(await statusOf('GET')).toBe(status)
  expect(asked).toBe(1)
})

it('a call of a function is sent once, whatever becomes of it: its function may have run', async () => {
  fates = [500]
  expect(await statusOf('POST')).toBe(500)
  ;[asked, fates] = [0, ['broken']]
  await expect(statusOf('POST')).rejects.toThrow()
  expect(asked).toBe(1)
})
