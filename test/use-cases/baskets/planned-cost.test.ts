/** The possible cost of an order on a custom asset when its next round is planned. */

import { expect, it } from 'vitest'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { plannedCost } from '#use-cases/baskets/basket-risk.ts'

const leg = {
  orderId: 'leg',
  svcId: 1,
  exchange: 'EXCHANGE_A',
  nativeId: 'M',
  shard: 0,
  qty: qty(25 * ONE),
  price: price(460_000),
} as const

it('the planned cost is the paid cost, rounded up, plus the new legs at their limits', () => {
  const paid = 11n * BigInt(ONE) * BigInt(ONE)
  expect(plannedCost({ tradedCost: paid }, [leg])).toBe(money(22_500_000))
  expect(plannedCost({ tradedCost: paid + 1n }, [leg, leg])).toBe(money(34_000_001))
})
