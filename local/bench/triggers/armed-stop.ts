/** A stop that is armed, as the benchmark stores it. */

import { marketTarget } from '#domain/complex-orders/target.ts'
import { type Conditional, newConditional } from '#domain/contingent/conditional.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { type Price, price, qty } from '#domain/kernel/numbers.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'

const CONTRACT = qty(1_000_000)

export const armedStop = (
  stop: Pick<Conditional, 'complexOrderId' | 'userId' | 'subaccountId'> & {
    readonly svcId: number
    readonly nativeId: string
    readonly shard: number
    readonly buyFlag: boolean
    readonly stopPrice: Price
  },
  now: number,
): Conditional => {
  const { complexOrderId, userId, subaccountId, svcId, nativeId, shard, buyFlag, stopPrice } = stop
  const pending = newConditional(
    {
      complexOrderId,
      userId,
      subaccountId,
      target: marketTarget({ exchange: 'EXCHANGE_A', svcId, nativeId, shard, label: null }),
      subtype: 'STOP',
      parentOrderId: null,
      parentComplexOrderId: null,
      depth: 1,
      stopPrice,
      triggerPriceType: 'MARK',
      // At any price, and without a time limit: the bench measures the path, not the market.
      trigger: {
        orderType: 'LIMIT',
        qty: CONTRACT,
        buyFlag,
        price: price(buyFlag ? 990_000 : 10_000),
        stopPrice: null,
        ...NO_BOUNDS,
        postOnly: false,
        reduceOnly: false,
      },
    },
    now,
  )
  return arm(pending, CONTRACT, null, now)
}
