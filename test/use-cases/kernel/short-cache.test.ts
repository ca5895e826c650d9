/** Answers kept for a moment. */

import { describe, expect, it } from 'vitest'
import { shortCache } from '#use-cases/kernel/short-cache.ts'

const open = (most = 10) => {
  const time = { now: 0 }
  const cache = shortCache<string>({ clock: () => time.now, liveForMs: 1_000, most })
  const loads: string[] = []
  const get = (key: string, answer = `${key} at ${time.now}`) =>
    cache.get(key, async () => {
      loads.push(key)
      return answer
    })
  return { time, cache, loads, get }
}

describe('an answer', () => {
  it('is good until it expires, and each key has its own answer', async () => {
    const { time, loads, get } = open()
    expect(await get('a')).toBe('a at 0')
    time.now = 999
    expect(await get('a')).toBe('a at 0')
    expect(await get('b')).toBe('b at 999')
    time.now = 1_000
    expect(await get('a')).toBe('a at 1000')
    expect(loads).toEqual(['a', 'b', 'a'])
  })

  it('under way is shared by all callers, however long it takes', async () => {
    const { time, cache, loads, get } = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = cache.get('a', () => promise)
    time.now = 5_000
    const second = get('a')
    resolve('late')
    expect(await Promise.all([first, second])).toEqual(['late', 'late'])
    expect(loads).toEqual([])
  })

  it('counts its age from its request', async () => {
    const { time, cache, get } = open()
    const { promise, resolve } = Promise.withResolvers<string>()
    const first = cache.get('a', () => promise)
    time.now = 1_000
    resolve('late')
    await first
    expect(await get('a')).toBe('a at 1000')
  })

  it('is passed to all waiting callers, and not kept, if it failed', async () => {
    const { cache, get } = open()
    const { promise, reject } = Promise.withResolvers<string>()
    const both = [cache.get('a', () => promise), cache.get('a', () => promise)]
    reject(new Error('down'))
    for (const one of both) await expect(one).rejects.toThrow('down')
    expect(await get('a')).toBe('a at 0')
  })
})

describe('the cache', () => {
  it('forgets the oldest answer when it is full', async () => {
    const { loads, get } = open(2)
    for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await get(key)
    expect(loads).toEqual(['a', 'b', 'c', 'a'])
  })

  it('does not lose a newer answer when an older one under its key fails', async () => {
    const { cache, loads, get } = open(1)
    const { promise, reject } = Promise.withResolvers<string>()
    const old = cache.get('a', () => promise)
    await get('b')
    await get('a')
    reject(new Error('down'))
    await expect(old).rejects.toThrow('down')
    expect(await get('a')).toBe('a at 0')
    expect(loads).toEqual(['b', 'a'])
  })
})
