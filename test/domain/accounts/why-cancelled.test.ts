import { describe, expect, it } from 'vitest'
import { whyCancelled, whyComplexCancelled } from '#domain/accounts/why-cancelled.ts'

describe('a cancel of everything', () => {
  it('applies to orders accepted until its instant, with its own reason', () => {
    const subaccount = { cancelBefore: 1_000, cancelReason: 'dead_mans_switch' }
    expect([999, 1_000, 1_001].map((at) => whyCancelled(subaccount, at))).toEqual([
      'dead_mans_switch',
      'dead_mans_switch',
      null,
    ])
  })

  it('applies to complex orders if only these are cancelled', () => {
    const subaccount = { cancelComplexBefore: 1_000, cancelComplexReason: 'flatten' }
    expect([1_000, 1_001].map((at) => whyComplexCancelled(subaccount, at))).toEqual(['flatten', null])
  })

  it('by an earlier version, without a stored reason, is a cancel-all', () => {
    expect(whyCancelled({ cancelBefore: 1_000, cancelReason: null }, 1_000)).toBe('cancel_all')
  })

  it('applies to nothing if it was never requested', () => {
    expect(whyCancelled({ cancelBefore: null, cancelReason: null }, 0)).toBeNull()
    expect(whyCancelled(null, 0)).toBeNull()
  })
})
