/** A request for a stream may contain no parameter. */

import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type StreamStack, startStreamStack } from '../../support/stream-stack.ts'

let stack: StreamStack
afterEach(() => stack.stop())

/** Answer of the service to a request for a WebSocket. */
const answerTo = (url: string): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    socket.on('error', reject)
    socket.on('open', () => {
      socket.close()
      resolve({ status: 101, body: '' })
    })
    socket.on('unexpected-response', (_, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
  })

it('a stream takes no parameters: each is refused like those of every other endpoint, and no stream is opened', async () => {
  stack = await startStreamStack()
  const { status, body } = await answerTo(`${stack.url}/?zork=1&key=pmt_mine`)
  expect(status).toBe(422)
  expect(JSON.parse(body)).toEqual({
    detail: [
      ['zork', '1'],
      ['key', 'pmt_mine'],
    ].map(([name, input]) => ({
      type: 'extra_forbidden',
      loc: ['query', name],
      msg: 'Extra inputs are not permitted',
      input,
    })),
    code: 'invalid_request',
    request_id: expect.stringMatching(/^[\w-]{36}$/),
    doc_url: '/v1/docs?page=errors#invalid_request',
  })
  expect(await answerTo(`${stack.url}/?`)).toMatchObject({ status: 101 })
  expect(await answerTo(stack.url)).toMatchObject({ status: 101 })
})
