/** Connections without a key: each costs one message and no write, and is closed in time; messages and wrong keys have limits. */

import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { type StackOptions, type StreamStack, startStreamStack } from '#test/support/stream-stack.ts'

const ANNA = '00000000-0000-4000-8000-00000000000a'
const NOBODY = '00000000-0000-4000-8000-00000000000b'

let stack: StreamStack
const start = async (options?: StackOptions): Promise<void> => {
  stack = await startStreamStack(options)
}
afterEach(() => stack.stop())

/**
 * Opens a connection; returns the ms that it was open beyond five seconds, or the status of a refusal. A timer of this process measures it,
 * and may be late.
 */
const openFor = (url: string): Promise<{ readonly lateMs: number } | { readonly refused: number }> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url)
    let due = Number.NaN
    socket.on('error', () => undefined)
    socket.on('open', () => {
      setTimeout(() => {
        due = Date.now()
      }, 5_000)
    })
    socket.on('close', () => resolve({ lateMs: Number.isNaN(due) ? 0 : Date.now() - due }))
    socket.on('unexpected-response', (_, response) => {
      response.resume()
      resolve({ refused: response.statusCode ?? 0 })
    })
  })

describe('connections without a key', () => {
  it('are closed within six seconds, for one message and no write each', async () => {
    await start()
    const many = inThisRun({ usual: 50, long: 100 })
    const all = await Promise.all(
      Array.from({ length: many }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, (n * 10_000) / 1_000))
        return openFor(stack.url)
      }),
    )
    const late = all.map((one) => ('lateMs' in one ? one.lateMs : Number.NaN)).toSorted((a, b) => a - b)
    // A busy machine may pause for a moment, and then all are late together.
    expect(Math.max(...late)).toBeLessThan(5_000)
    expect(stack.sent).toEqual(Array.from({ length: many }, () => 'deliver-webhook'))
    expect(stack.writes).toEqual([])
  }, 60_000)

  it('are refused with 429 beyond the share of their address', async () => {
    await start({ buckets: { perSecond: 1, burst: 5 } })
    const all = await Promise.all(Array.from({ length: 20 }, () => openFor(stack.url)))
    expect(all.filter((one) => 'refused' in one && one.refused === 429).length).toBeGreaterThanOrEqual(14)
    expect(stack.sent.length).toBeLessThanOrEqual(6)
  }, 30_000)
})

it('a wrong key on a stream counts against its address, and above the limit no key is read', async () => {
  await start({ buckets: { perSecond: 0.001, burst: 12 } })
  // A key that no other test of this process uses: a container remembers the keys that it has admitted.
  const known = stack.newKey(ANNA, 0x500).text
  const clients = await Promise.all(Array.from({ length: 10 }, () => stack.connect(null)))
  const reasons: string[] = []
  for (const client of clients) {
    client.say({ op: 'auth', key: reasons.length === 9 ? known : newSecret(NOBODY, randomBytes).text })
    reasons.push((await client.hears(({ op }) => op === 'closed')).reason)
  }
  const beyond = Array.from({ length: 8 }, () => 'too_many_requests')
  expect(reasons).toEqual(['unauthenticated', 'unauthenticated', ...beyond])
}, 30_000)

it('a key that was right before works however many wrong ones its address sends', async () => {
  await start({ buckets: { perSecond: 0.001, burst: 4 } })
  const { text } = stack.newKey(ANNA)
  const [known, guess, again] = [await stack.connect(text), await stack.connect(null), await stack.connect(null)]
  expect(known.told).toMatchObject([{ op: 'ready' }])
  guess.say({ op: 'auth', key: newSecret(NOBODY, randomBytes).text })
  expect(await guess.hears(({ op }) => op === 'closed')).toMatchObject({ reason: 'unauthenticated' })
  again.say({ op: 'auth', key: text })
  expect(await again.hears(({ op }) => op === 'ready')).toBeDefined()
}, 30_000)

it('messages of a stream count in the quota of its user, and beyond it they are refused', async () => {
  await start({ requestsPerMinute: 60 })
  const client = await stack.connect(stack.newKey(ANNA).text)
  for (let n = 0; n < 80; n += 1) client.say({ op: 'ping', id: String(n) })
  await expect.poll(() => client.told.filter(({ id }) => id !== undefined).length, { timeout: 10_000 }).toBe(80)
  const refused = client.told.filter(({ code }) => code === 'too_many_requests')
  expect(refused).toHaveLength(20)
  expect(refused[0].detail).toMatch(/^Too many requests\. Try again in \d+ s\.$/)
}, 30_000)
