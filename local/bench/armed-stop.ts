/** A stop that is armed, as the benchmark stores it. */

import { type ConditionalOrder, newConditional } from '#domain/contingent/complex-order.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { type Price, price, qty } from '#domain/kernel/numbers.ts'

const CONTRACT = qty(1_000_000)

export const armedStop = (
  stop: Pick<ConditionalOrder, 'complexOrderId' | 'userId' | 'subaccountId' | 'svcId' | 'nativeId' | 'shard'> & {
    readonly buyFlag: boolean
    readonly stopPrice: Price
  },
  now: number,
): ConditionalOrder => {
  const { buyFlag, stopPrice, ...place } = stop
  const pending = newConditional(
    {
      ...place,
      exchange: 'EXCHANGE_A',
      subtype: 'STOP',
      parentOrderId: null,
      parentComplexOrderId: null,
      depth: 1,
      stopPrice,
      triggerPriceType: 'MARK',
      // At any price, and for as long as it takes: what is measured is the way, and not the market.
      trigger: {
        orderType: 'LIMIT',
        qty: CONTRACT,
        buyFlag,
        price: price(buyFlag ? 990_000 : 10_000),
        stopPrice: null,
      },
    },
    now,
  )
  return arm(pending, CONTRACT, null, now)
}
