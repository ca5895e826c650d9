/** Conditional orders as they look in life, each part of which a test may set. */

import type { MarketTarget } from '#domain/complex-orders/target.ts'
import {
  type Conditional,
  type NewConditional,
  newConditional,
  type TriggerOrder,
} from '#domain/contingent/conditional.ts'
import type { Price, Qty } from '#domain/kernel/numbers.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'

export const T0 = 1_800_000_000_000

export const contracts = (count: number): Qty => Math.round(count * 1_000_000) as Qty
export const cents = (count: number): Price => Math.round(count * 10_000) as Price

export const trigger = (change: Partial<TriggerOrder> = {}): TriggerOrder => ({
  orderType: 'MARKET',
  qty: contracts(10),
  buyFlag: false,
  price: null,
  stopPrice: null,
  ...NO_BOUNDS,
  postOnly: false,
  reduceOnly: false,
  ...change,
})

/** The market that samples are on. */
export const sampleTarget = (change: Partial<MarketTarget> = {}): MarketTarget => ({
  kind: 'market',
  exchange: 'EXCHANGE_A',
  svcId: 7,
  nativeId: 'KXTEST',
  shard: 0,
  label: null,
  ...change,
})

export const sampleConditional = (change: Partial<NewConditional> = {}): Conditional =>
  newConditional(
    {
      complexOrderId: '0193a5c0-0000-7000-8000-0000000000c1',
      userId: '0193a5c0-0000-7000-8000-000000000002',
      subaccountId: '0193a5c0-0000-7000-8000-000000000003',
      target: sampleTarget(),
      subtype: 'STOP',
      parentOrderId: null,
      parentComplexOrderId: null,
      depth: 1,
      stopPrice: cents(30),
      triggerPriceType: 'MARK',
      trigger: trigger(),
      ...change,
    },
    T0,
  )
