import { describe, expect, it } from 'vitest'
import type { After } from '#ports/kernel/clock.ts'
import { forgetfulMap } from '#use-cases/kernel/forgetful-map.ts'

/** Timers that fire on demand. */
const timers = () => {
  const waiting = new Map<() => void, number>()
  const after: After = (ms, act) => {
    waiting.set(act, ms)
    return () => waiting.delete(act)
  }
  const pass = (ms: number): void => {
    for (const [act, left] of [...waiting]) {
      waiting.set(act, left - ms)
      if (left > ms) continue
      waiting.delete(act)
      act()
    }
  }
  return { after, pass, waiting }
}

describe('a forgetful map', () => {
  it('drops a value automatically, counted from its write and not from its last read', () => {
    const { after, pass } = timers()
    const map = forgetfulMap<string>(100, after)
    map.set('a', 'secret')
    pass(60)
    expect(map.get('a')).toBe('secret')
    pass(60)
    expect(map.get('a')).toBeUndefined()
  })

  it('drops a replaced or deleted value at once, with its timer', () => {
    const { after, pass, waiting } = timers()
    const map = forgetfulMap<string>(100, after)
    map.set('a', 'old')
    pass(60)
    map.set('a', 'new')
    pass(60)
    expect(map.get('a')).toBe('new')
    map.delete('a')
    expect(map.get('a')).toBeUndefined()
    expect(waiting.size).toBe(0)
  })
})
