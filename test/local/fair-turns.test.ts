/** On one machine a caller has few calls going on at a time, and no caller waits for another. */

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import type { ApiKey } from '#domain/accounts/api-key.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { callerOf, NOBODY } from '#local/stack/gateway/caller-of.ts'
import { fairTurns } from '#local/stack/gateway/fair-turns.ts'

const LONG = 60_000

/** Turns in which calls begin and end by hand. */
const openTurns = (each: number, alone = each) => {
  let now = 0
  const turns = fairTurns({ each, alone, now: () => now })
  const begun: string[] = []
  const calls = new Map<string, PromiseWithResolvers<void>>()
  return {
    begun,
    ask: (caller: string, name: string, holdsMs = LONG): Promise<void> => {
      const call = Promise.withResolvers<void>()
      calls.set(name, call)
      return turns.run(caller, holdsMs, () => {
        begun.push(name)
        return call.promise
      })
    },
    end: async (name: string): Promise<void> => {
      calls.get(name)?.resolve()
      await wait(0)
    },
    pass: (ms: number): void => {
      now += ms
    },
    fail: (name: string): void => calls.get(name)?.reject(new Error(name)),
  }
}

it('a caller has so many calls going on, and the next begins when one ends, in their order', async () => {
  const { ask, begun, end } = openTurns(2)
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name)
  await wait(0)
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4'])
})

it('another caller begins at once, whatever waits', async () => {
  const { ask, begun } = openTurns(1)
  for (let n = 0; n < 100; n += 1) void ask('loud', `loud ${n}`)
  void ask('quiet', 'quiet')
  await wait(0)
  expect(begun).toEqual(['loud 0', 'quiet'])
})

it('a caller alone has one place more, until another asks, and again when he has asked nothing for ten seconds', async () => {
  const { ask, begun, end, pass } = openTurns(2, 3)
  for (let n = 1; n <= 9; n += 1) void ask('loud', `loud ${n}`)
  await wait(0)
  expect(begun.splice(0)).toEqual(['loud 1', 'loud 2', 'loud 3'])
  void ask('quiet', 'quiet')
  await wait(0)
  await end('quiet')
  await end('loud 1')
  expect(begun.splice(0), 'three were going on').toEqual(['quiet'])
  await end('loud 2')
  expect(begun.splice(0)).toEqual(['loud 4'])
  void ask('loud', 'loud 10')
  pass(9_999)
  await end('loud 3')
  expect(begun.splice(0)).toEqual(['loud 5'])
  pass(10_000)
  await end('loud 4')
  expect(begun.splice(0)).toEqual(['loud 6', 'loud 7'])
})

it('a call that fails gives its place to the next, and its caller gets the error', async () => {
  const { ask, begun, fail } = openTurns(1)
  const failing = expect(ask('a', 'a1')).rejects.toThrow('a1')
  void ask('a', 'a2')
  await wait(0)
  fail('a1')
  await failing
  await wait(0)
  expect(begun).toEqual(['a1', 'a2'])
})

it('a call that goes on for longer than it may hold its place keeps no other waiting, and frees no place twice', async () => {
  const { ask, begun, end } = openTurns(1)
  void ask('a', 'a1', 20)
  for (const name of ['a2', 'a3']) void ask('a', name)
  await expect.poll(() => begun).toEqual(['a1', 'a2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

it('keys of one user are one caller, asked for once each; a wrong key is nobody’s', async () => {
  const userId = v7()
  const made = [v7(), v7()].map((keyId) => ({ keyId, ...newSecret(keyId, randomBytes) }))
  let asked = 0
  const find = callerOf({
    get: async (id) => {
      asked += 1
      const found = made.find(({ keyId }) => keyId === id)
      return found === undefined ? null : ({ keyId: id, userId, secretHash: found.hash } as ApiKey)
    },
  })
  const [first = '', second = ''] = made.map(({ text }) => text)
  const sent = [{ 'x-api-key': first }, { authorization: `Bearer ${second}` }, { 'x-api-key': first }]
  for (const headers of sent) expect(await find(headers)).toBe(userId)
  expect(asked).toBe(2)
  const guessed = newSecret(made[0]?.keyId ?? '', randomBytes).text
  for (const headers of [{ 'x-api-key': guessed }, { 'x-api-key': 'no key' }, {}])
    expect(await find(headers)).toBe(NOBODY)
})
