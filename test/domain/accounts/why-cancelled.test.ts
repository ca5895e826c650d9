import { describe, expect, it } from 'vitest'
import { whyCancelled, whyComplexCancelled } from '#domain/accounts/why-cancelled.ts'

describe('a cancel of everything', () => {
  it('meets what was accepted until its instant, for its own reason', () => {
    const subaccount = { cancelBefore: 1_000, cancelReason: 'dead_mans_switch' }
    expect([999, 1_000, 1_001].map((at) => whyCancelled(subaccount, at))).toEqual([
      'dead_mans_switch',
      'dead_mans_switch',
      null,
    ])
  })

  it('of complex orders meets these', () => {
    const subaccount = { cancelComplexBefore: 1_000, cancelComplexReason: 'flatten' }
    expect([1_000, 1_001].map((at) => whyComplexCancelled(subaccount, at))).toEqual(['flatten', null])
  })

  it('by an earlier version, which kept no reason, is a cancel-all', () => {
    expect(whyCancelled({ cancelBefore: 1_000, cancelReason: null }, 1_000)).toBe('cancel_all')
  })

  it('that never was meets nothing', () => {
    expect(whyCancelled({ cancelBefore: null, cancelReason: null }, 0)).toBeNull()
    expect(whyCancelled(null, 0)).toBeNull()
  })
})
