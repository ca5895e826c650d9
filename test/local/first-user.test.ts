/** Requests of a start to the service are repeated if the machine is too busy to answer in time. */

import { createServer, type IncomingMessage } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { firstSubaccount } from '#local/first-user.ts'

/** A service that leaves the first `silent` calls of each kind unanswered, as the local gateway does, and what it was asked. */
const busyService = async (silent: number): Promise<{ url: string; requested: string[] }> => {
  const requests: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    request.resume()
    const call = `${request.method} ${request.url}${request.headers['idempotency-key'] === undefined ? '' : ' once'}`
    requests.push(call)
    const tries = requests.filter((other) => other === call).length
    const [status, body] = tries <= silent ? unanswered(call, tries) : answers(call)
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, requested: requests }
}

/** A repeated POST finds that its first try is not over. */
const unanswered = (call: string, tries: number): [number, unknown] =>
  call.endsWith(' once') && tries > 1
    ? [409, { code: 'idempotency_in_flight' }]
    : [503, { code: 'service_unavailable' }]

const answers = (call: string): [number, unknown] => {
  if (call === 'GET /v1/subaccounts') return [200, []]
  if (call === 'POST /v1/subaccounts once') return [201, { subaccount_id: 'first' }]
  return call.startsWith('GET') ? [404, {}] : [200, {}]
}

const user = { apiKey: 'key', credentials: { EXCHANGE_A: { api_key_id: 'mine' } } }

it('each call is made again until it is answered, and the subaccount is made once', async () => {
  const { url, requested: requests } = await busyService(2)
  expect(await firstSubaccount(url, user)).toBe('first')
  expect(requests).toEqual(
    [
      'GET /v1/subaccounts',
      'POST /v1/subaccounts once',
      'GET /v1/subaccounts/first/credentials/EXCHANGE_A',
      'PUT /v1/subaccounts/first/credentials/EXCHANGE_A',
    ].flatMap((call) => [call, call, call]),
  )
})

it('a service that never answers ends the start', async () => {
  const { url } = await busyService(1_000)
  await expect(firstSubaccount(url, user, 50)).rejects.toThrow('GET /v1/subaccounts answered 503')
})
