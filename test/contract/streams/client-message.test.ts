/** A message on a stream that makes no sense is refused in a sentence that says what would, and to the one that sent it. */

import { expect, it } from 'vitest'
import { readClientMessage } from '#contract/streams/client-message.ts'

it.each([
  ['hello', 'The message is no JSON.'],
  ['"auth"', 'The message is no JSON object.'],
  [{ op: 'shout' }, 'op must be auth, subscribe, unsubscribe or ping.'],
  [{ channels: ['orders'] }, 'op must be auth, subscribe, unsubscribe or ping.'],
  [{ op: 'auth' }, 'key must be an API key.'],
  [{ op: 'subscribe' }, 'channels must be a list of 1 to 100 channels, such as ["orders"].'],
  [{ op: 'subscribe', channels: 'orders' }, 'channels must be a list of 1 to 100 channels, such as ["orders"].'],
  [{ op: 'subscribe', channels: [7] }, 'channels must be a list of 1 to 100 channels, such as ["orders"].'],
  [{ op: 'subscribe', channels: ['orders'], after: 42 }, 'after must be a cursor, as a text of digits.'],
  [{ op: 'subscribe', channels: ['orders'], from: '42' }, 'There is no field from.'],
  [{ op: 'ping', id: 7 }, 'id must be a text of up to 64 characters.'],
])('%j: %s', (message, fault) => {
  const isAuth = typeof message === 'object' && 'op' in message && message.op === 'auth' ? { isAuth: true } : {}
  expect(readClientMessage(typeof message === 'string' ? message : JSON.stringify(message))).toEqual({
    fault,
    ...isAuth,
  })
})

it('the id of the message comes back with the refusal', () => {
  expect(readClientMessage('{"op":"shout","id":"7"}')).toMatchObject({ id: '7' })
})
