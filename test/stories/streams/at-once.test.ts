/** Messages right behind the key, or invalid ones, are answered like later messages. */

import { afterEach, expect, it } from 'vitest'
import { SUBACCOUNT, sampleSubaccount } from '#test/adapters/store/samples.ts'
import { type StreamStack, startStreamStack } from '#test/support/stream-stack.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'

let stack: StreamStack
afterEach(() => stack.stop())

it('a message sent right behind the key waits for the key', async () => {
  stack = await startStreamStack()
  const { text } = stack.newKey(ANNA)
  const clients = await Promise.all(Array.from({ length: 20 }, () => stack.connect(null)))
  await Promise.all(
    clients.map(async (client) => {
      client.say({ op: 'subscribe', channels: ['orders'], id: 'first' })
      client.say({ op: 'auth', key: text })
      client.say({ op: 'subscribe', channels: ['fills'], id: 'behind' })
      for (const id of ['first', 'behind']) {
        expect(await client.hears((message) => message.id === id)).toMatchObject({ op: 'subscribed' })
      }
    }),
  )
}, 30_000)

it('a connection that sends another message instead of its key is soon closed', async () => {
  stack = await startStreamStack()
  const client = await stack.connect(null)
  client.say({ op: 'subscribe', channels: ['orders'] })
  expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'unauthenticated' })
}, 30_000)

it('a key in a message with an unknown field is refused in words, and can be sent again', async () => {
  stack = await startStreamStack()
  const { text } = stack.newKey(ANNA)
  const client = await stack.connect(null)
  client.say({ op: 'auth', key: text, token: 'x', id: '1' })
  expect(await client.hears(({ id }) => id === '1')).toMatchObject({ op: 'error', code: 'bad_message' })
  client.say({ op: 'auth', key: text })
  expect(await client.hears(({ op }) => op === 'ready')).toBeDefined()
}, 30_000)

it('malformed keys count against the rate limit of their address', async () => {
  stack = await startStreamStack({ buckets: { perSecond: 0.001, burst: 3 } })
  const client = await stack.connect(null)
  for (let n = 0; n < 3; n += 1) client.say({ op: 'auth' })
  expect(await client.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'too_many_requests' })
}, 30_000)

it('an unknown channel cannot be unsubscribed', async () => {
  stack = await startStreamStack()
  const client = await stack.connect(stack.newKey(ANNA).text)
  client.say({ op: 'unsubscribe', channels: ['order'], id: '1' })
  expect(await client.hears(({ id }) => id === '1')).toMatchObject({ op: 'error', code: 'unknown_channel' })
}, 30_000)

it('the id of a subaccount in capitals is that in small letters', async () => {
  stack = await startStreamStack()
  await stack.stores.subaccounts.create(sampleSubaccount({ userId: ANNA }))
  const client = await stack.connect(stack.newKey(ANNA).text)
  const capitals = SUBACCOUNT.toUpperCase()
  client.say({ op: 'subscribe', channels: [`orders:${capitals}`], id: '1' })
  const channels = [`orders:${SUBACCOUNT}`]
  const answer = await client.hears(({ id }) => id === '1')
  expect(answer).toMatchObject({ op: 'subscribed', channels })
  client.say({ op: 'unsubscribe', channels: [`orders:${capitals}`], id: '2' })
  expect(await client.hears(({ id }) => id === '2')).toMatchObject({ op: 'unsubscribed', channels: [] })
}, 30_000)
