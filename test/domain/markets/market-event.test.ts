/** How events are named on our interface. */

import { describe, expect, it } from 'vitest'
import { eventIdOf, eventRefOf } from '#domain/markets/market-event.ts'

describe('the id of an event', () => {
  it('is the exchange, a colon and the exchange name of the event, and can be parsed', () => {
    const ref = { exchange: 'EXCHANGE_A', nativeId: 'KX:SENATE-26' } as const
    expect(eventIdOf(ref)).toBe('EXCHANGE_A:KX:SENATE-26')
    expect(eventRefOf(eventIdOf(ref))).toEqual(ref)
  })

  it.each(['', 'EXCHANGE_A', 'EXCHANGE_A:', 'EXCHANGE_AB:1', ':1', 'exchange_a:1'])(
    'cannot be parsed from %j',
    (text) => {
      expect(eventRefOf(text)).toBeNull()
    },
  )
})
