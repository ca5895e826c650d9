/** Handling of the answers of API Gateway's management API. A small server for each case gives them here, side by side. */

import type { ServerResponse } from 'node:http'
import { expect, it, type TestContext } from 'vitest'
import { gatewaySender } from '#adapters/aws/stream-sender.ts'
import { listen } from '../http/loopback-server.ts'

const CALLER = { region: 'local', credentials: { accessKeyId: 'any', secretAccessKey: 'any' } }

type Answer = readonly [status: number, name?: string]

const give = (response: ServerResponse, [status, name]: Answer): void => {
  const type = name === undefined ? {} : { 'x-amzn-errortype': `${name}:http://internal.amazon.com/` }
  response.writeHead(status, { 'content-type': 'application/json', ...type })
  response.end(status === 204 ? '' : JSON.stringify({ message: name ?? 'fine', connectionId: 'c=' }))
}

/** A sender to a server that answers so. */
const serve = async ({ onTestFinished }: TestContext, answer: Parameters<typeof listen>[0]) => {
  const server = await listen(answer)
  onTestFinished(() => server.close())
  const methods = () => server.requests.map(({ method }) => method)
  return { sender: gatewaySender(server.url, CALLER), requests: server.requests, methods }
}

/** Answers so in turn, and the last to all others. */
const inTurn =
  (...answers: readonly Answer[]): Parameters<typeof listen>[0] =>
  (_, response, nth) =>
    give(response, answers[Math.min(nth, answers.length) - 1] ?? [500])

it.concurrent('hands a message over by POST to the connection, its id escaped', async (test) => {
  const { sender, requests } = await serve(test, inTurn([200]))
  expect(await sender.send('a/b+c=', 'hello')).toBe('sent')
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/@connections/a%2Fb%2Bc%3D' })
})

it.concurrent.for([
  ['410 GoneException', [410, 'GoneException']],
  ['403 ForbiddenException', [403, 'ForbiddenException']],
  ['400 BadRequestException, of an id that never was one', [400, 'BadRequestException']],
] as const)('says gone after %s, asked once', async ([, answer], test) => {
  const { sender, methods } = await serve(test, inTurn(answer))
  expect(await sender.send('c=', 'hello')).toBe('gone')
  expect(await sender.isOpen('c=')).toBe(false)
  await sender.close('c=', 'farewell')
  expect(methods()).toEqual(['POST', 'GET', 'POST', 'DELETE'])
})

it.concurrent.for([
  ['429 LimitExceededException', [429, 'LimitExceededException']],
  ['429 of the throttle, which has no name', [429]],
  ['429 TooManyRequestsException', [429, 'TooManyRequestsException']],
  ['500 InternalServerError', [500, 'InternalServerError']],
] as const)('tries again after %s', async ([, answer], test) => {
  const { sender, methods } = await serve(test, inTurn(answer, answer, [200]))
  expect(await sender.send('c=', 'hello')).toBe('sent')
  expect(methods()).toHaveLength(3)
})

it.concurrent('waits longer from try to try, and says slow when the buffer of the connection stays full', async (test) => {
  const times: number[] = []
  const { sender } = await serve(test, (_, response) => {
    times.push(performance.now())
    give(response, [429, 'LimitExceededException'])
  })
  expect(await sender.send('c=', 'hello')).toBe('slow')
  expect(times).toHaveLength(6)
  const [first = 0, , , , before = 0, last = 0] = times
  expect(last - before).toBeGreaterThan(390)
  expect(last - first).toBeGreaterThan(700)
})

it.concurrent('throws when the throttle of the whole gateway stays: that is no fault of the reader', async (test) => {
  const { sender, methods } = await serve(test, inTurn([429, 'TooManyRequestsException']))
  await expect(sender.send('c=', 'hello')).rejects.toMatchObject({ $metadata: { httpStatusCode: 429 } })
  expect(methods()).toHaveLength(6)
})

it.concurrent('tries again when the connection to the gateway breaks', async (test) => {
  const { sender } = await serve(test, (request, response, nth) => {
    if (nth < 3) request.socket.destroy()
    else give(response, [200])
  })
  expect(await sender.send('c=', 'hello')).toBe('sent')
})

it.concurrent('says too large after 413, asked once', async (test) => {
  const { sender, methods } = await serve(test, inTurn([413, 'PayloadTooLargeException']))
  expect(await sender.send('c=', 'hello')).toBe('too_large')
  expect(methods()).toHaveLength(1)
})

it.concurrent('says slow when the gateway does not answer within five seconds, and throws when it says nothing about a connection', async (test) => {
  let isLate = false
  const { sender, methods } = await serve(test, ({ socket }) => {
    // A request that is given up is closed. The waits between six attempts take longer than this.
    socket.once('close', () => setTimeout(() => (isLate = true), 600))
  })
  const [sent, isOpen, closed] = await Promise.allSettled([
    sender.send('c=', 'hello').finally(() => expect(isLate).toBe(false)),
    sender.isOpen('c='),
    sender.close('c=', 'farewell'),
  ])
  expect(sent).toMatchObject({ value: 'slow' })
  expect([isOpen.status, closed.status]).toEqual(['rejected', 'rejected'])
  expect(methods().sort()).toEqual(['DELETE', 'GET', 'POST', 'POST'])
}, 25_000)

it.concurrent('hands messages over one after the other, also when some have to be tried again', async (test) => {
  const taken: string[] = []
  const { sender } = await serve(test, (request, response, nth) => {
    if (nth % 3 !== 0) return give(response, [429, 'LimitExceededException'])
    taken.push(String(request.headers['content-length']))
    give(response, [200])
  })
  for (let length = 1; length <= 5; length += 1) expect(await sender.send('c=', 'x'.repeat(length))).toBe('sent')
  expect(taken).toEqual(['1', '2', '3', '4', '5'])
}, 15_000)

it.concurrent('closes a connection that takes no farewell, which is tried once', async (test) => {
  const { sender, methods } = await serve(test, ({ method }, response) =>
    give(response, method === 'DELETE' ? [204] : [429, 'LimitExceededException']),
  )
  await sender.close('c=', 'farewell')
  expect(methods()).toEqual(['POST', 'DELETE'])
})

it.concurrent('throws when a connection cannot be closed, and when it cannot be asked for', async (test) => {
  const { sender } = await serve(test, inTurn([500, 'InternalServerError']))
  await expect(sender.close('c=', 'farewell')).rejects.toThrow()
  await expect(sender.isOpen('c=')).rejects.toThrow()
}, 15_000)
