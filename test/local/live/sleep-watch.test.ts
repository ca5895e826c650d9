/** A machine that has slept is found by its clock. */

import { expect, it } from 'vitest'
import { sleptFor } from '#local/live/sleep-watch.ts'

it('a gap of a minute between two looks is a sleep, a shorter one a busy machine', () => {
  expect([sleptFor(0, 5_000), sleptFor(0, 59_999), sleptFor(0, 60_000), sleptFor(1_000, 3_601_000)]).toEqual([
    null,
    null,
    60_000,
    3_600_000,
  ])
  // The clock was set back.
  expect(sleptFor(10_000, 0)).toBeNull()
})
