import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#domain/kernel/time.ts'
import { isSyncDue } from '#domain/markets/sync-due.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ago = (ms: number) => NOW - ms

describe('the catalogue is synced', () => {
  it('with each run if a user used the service within the hour', () => {
    expect(isSyncDue({ usedAt: ago(HOUR), syncedAt: ago(5 * MINUTE) }, NOW)).toBe(true)
  })

  it('hourly if no user did; the last use is known to a quarter of an hour', () => {
    const usedAt = ago(HOUR + 15 * MINUTE)
    expect(isSyncDue({ usedAt, syncedAt: ago(5 * MINUTE) }, NOW)).toBe(false)
    expect(isSyncDue({ usedAt, syncedAt: ago(58 * MINUTE) }, NOW)).toBe(false)
    expect(isSyncDue({ usedAt, syncedAt: ago(59 * MINUTE) }, NOW)).toBe(true)
  })

  it('at once if it was never synced', () => {
    expect(isSyncDue({ usedAt: null, syncedAt: null }, NOW)).toBe(true)
    expect(isSyncDue({ usedAt: null, syncedAt: ago(MINUTE) }, NOW)).toBe(false)
  })
})
