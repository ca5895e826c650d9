/** What the sender makes of the answers of API Gateway's management API, which a small server gives here. */

import type { ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { gatewaySender } from '#adapters/aws/stream-sender.ts'
import { type Listener, listen } from '../http/loopback-server.ts'

const CALLER = { region: 'local', credentials: { accessKeyId: 'any', secretAccessKey: 'any' } }

type Answer = readonly [status: number, name?: string]

let server: Listener
afterEach(() => server.close())

const give = (response: ServerResponse, [status, name]: Answer): void => {
  const type = name === undefined ? {} : { 'x-amzn-errortype': `${name}:http://internal.amazon.com/` }
  response.writeHead(status, { 'content-type': 'application/json', ...type })
  response.end(status === 204 ? '' : JSON.stringify({ message: name ?? 'fine', connectionId: 'c=' }))
}

/** Answers so in turn, and the last to all others. */
const serve = async (...answers: readonly Answer[]) => {
  server = await listen((_, response, nth) => give(response, answers[Math.min(nth, answers.length) - 1] ?? [500]))
  return gatewaySender(server.url, CALLER)
}

const methods = () => server.requests.map(({ method }) => method)

it('hands a message over by POST to the connection, its id escaped', async () => {
  const sender = await serve([200])
  expect(await sender.send('a/b+c=', 'hello')).toBe('sent')
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/@connections/a%2Fb%2Bc%3D' })
})

it.each([
  ['410 GoneException', [410, 'GoneException']],
  ['403 ForbiddenException', [403, 'ForbiddenException']],
  ['400 BadRequestException, of an id that never was one', [400, 'BadRequestException']],
] as const)('says gone after %s, asked once', async (_, answer) => {
  const sender = await serve(answer)
  expect(await sender.send('c=', 'hello')).toBe('gone')
  expect(await sender.isOpen('c=')).toBe(false)
  await sender.close('c=', 'farewell')
  expect(methods()).toEqual(['POST', 'GET', 'POST', 'DELETE'])
})

it.each([
  ['429 LimitExceededException', [429, 'LimitExceededException']],
  ['429 of the throttle, which has no name', [429]],
  ['429 TooManyRequestsException', [429, 'TooManyRequestsException']],
  ['500 InternalServerError', [500, 'InternalServerError']],
] as const)('tries again after %s', async (_, answer) => {
  const sender = await serve(answer, answer, [200])
  expect(await sender.send('c=', 'hello')).toBe('sent')
  expect(methods()).toHaveLength(3)
})

it('waits longer from try to try, and says slow when the buffer of the connection stays full', async () => {
  const times: number[] = []
  server = await listen((_, response) => {
    times.push(performance.now())
    give(response, [429, 'LimitExceededException'])
  })
  expect(await gatewaySender(server.url, CALLER).send('c=', 'hello')).toBe('slow')
  expect(times).toHaveLength(6)
  const [first = 0, , , , before = 0, last = 0] = times
  expect(last - before).toBeGreaterThan(390)
  expect(last - first).toBeGreaterThan(700)
})

it('throws when the throttle of the whole gateway stays: that is no fault of the reader', async () => {
  const sender = await serve([429, 'TooManyRequestsException'])
  await expect(sender.send('c=', 'hello')).rejects.toMatchObject({ $metadata: { httpStatusCode: 429 } })
  expect(methods()).toHaveLength(6)
})

it('tries again when the connection to the gateway breaks', async () => {
  server = await listen((request, response, nth) => {
    if (nth < 3) request.socket.destroy()
    else give(response, [200])
  })
  expect(await gatewaySender(server.url, CALLER).send('c=', 'hello')).toBe('sent')
})

it('says too large after 413, asked once', async () => {
  const sender = await serve([413, 'PayloadTooLargeException'])
  expect(await sender.send('c=', 'hello')).toBe('too_large')
  expect(methods()).toHaveLength(1)
})

it('says slow when the gateway does not answer within five seconds, and throws when it says nothing about a connection', async () => {
  server = await listen(() => undefined)
  const sender = gatewaySender(server.url, CALLER)
  const [sent, isOpen, closed] = await Promise.allSettled([
    sender.send('c=', 'hello'),
    sender.isOpen('c='),
    sender.close('c=', 'farewell'),
  ])
  expect(sent).toMatchObject({ value: 'slow' })
  expect([isOpen.status, closed.status]).toEqual(['rejected', 'rejected'])
  expect(methods().sort()).toEqual(['DELETE', 'GET', 'POST', 'POST'])
}, 25_000)

it('hands messages over one after the other, also when some have to be tried again', async () => {
  const taken: string[] = []
  server = await listen((request, response, nth) => {
    if (nth % 3 !== 0) return give(response, [429, 'LimitExceededException'])
    taken.push(String(request.headers['content-length']))
    give(response, [200])
  })
  const sender = gatewaySender(server.url, CALLER)
  for (let length = 1; length <= 5; length += 1) expect(await sender.send('c=', 'x'.repeat(length))).toBe('sent')
  expect(taken).toEqual(['1', '2', '3', '4', '5'])
}, 15_000)

it('closes a connection that takes no farewell, which is tried once', async () => {
  server = await listen(({ method }, response) =>
    give(response, method === 'DELETE' ? [204] : [429, 'LimitExceededException']),
  )
  await gatewaySender(server.url, CALLER).close('c=', 'farewell')
  expect(methods()).toEqual(['POST', 'DELETE'])
})

it('throws when a connection cannot be closed, and when it cannot be asked for', async () => {
  const sender = await serve([500, 'InternalServerError'])
  await expect(sender.close('c=', 'farewell')).rejects.toThrow()
  await expect(sender.isOpen('c=')).rejects.toThrow()
}, 15_000)
