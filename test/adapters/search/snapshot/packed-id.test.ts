/** Long ids of EXCHANGE_B are kept in fewer letters, and come back as they were. */

import { describe, expect, it } from 'vitest'
import { packedId, wholeId } from '#adapters/search/snapshot/packed-id.ts'

const CONDITION = '0x8a9f8be5bef9bc8d36c7895707a4f2561d49de9f5467b6675ba206196e8bd2e2'
const TOKEN = '98756637703320879198441871470345384821367334051929992047845197222571333888980'
const LARGEST = (2n ** 256n - 1n).toString()

describe('a long id', () => {
  it.each([CONDITION, `0x${'0'.repeat(63)}1`, TOKEN, LARGEST, `1${'0'.repeat(69)}`])(
    '%s takes 44 letters, and comes back',
    (id) => {
      expect(packedId(id)).toHaveLength(44)
      expect(wholeId(packedId(id))).toBe(id)
    },
  )

  it.each([
    '',
    'KXBTCD-26MAY2018-T99999.99',
    '7',
    `0${'1'.repeat(76)}`,
    (2n ** 256n).toString(),
    CONDITION.toUpperCase(),
    `${CONDITION}00`,
    `0x${'1'.repeat(62)}`,
    '~not-one-of-ours',
  ])('of another form stays as it is: %s', (id) => {
    expect(packedId(id)).toBe(id)
    expect(wholeId(id)).toBe(id)
  })
})
