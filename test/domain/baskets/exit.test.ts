/** How much of each member an exit of an order on a custom asset sells. */

import { expect, it } from 'vitest'
import { type ByMember, splitExit } from '#domain/baskets/exit.ts'
import { contracts } from './round-samples.ts'

const markets = [1, 2].map((svcId) => ({
  svcId,
  exchange: 'EXCHANGE_A' as const,
  tickSizeQty: contracts(1),
  minimumOrderSize: contracts(1),
}))
const of = (one: number, two: number): ByMember =>
  new Map([
    [1, contracts(one)],
    [2, contracts(two)],
  ])

it.each([
  ['its proportion of each, the odd lot of the first', 5, of(10, 10), of(3, 2)],
  ['more of one only where linked exits have sold more of the other', 10, of(2, 10), of(2, 8)],
  ['no more than is left', 10, of(2, 3), of(2, 3)],
])('an exit of different bets sells %s', (_what, count, left, sold) => {
  const share = { requested: contracts(10), entered: of(10, 10), taken: of(0, 0), left }
  expect(splitExit({ allocation: 'EQUAL' }, contracts(count), share, markets)).toEqual(sold)
})
