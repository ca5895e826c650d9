/** The limits of a hook hold for every alert, also for repeats with other values. */

import { describe, expect, it } from 'vitest'
import { type AlertOrder, claimAlert, orderIdOfAlert } from '#domain/hooks/alert.ts'
import { type Hook, newHook } from '#domain/hooks/hook.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { DAY } from '#domain/kernel/time.ts'
import { NO_INSTRUCTIONS } from '#domain/orders/instructions.ts'
import { NO_BOUNDS } from '#domain/orders/price/price-bounds.ts'

const NOW = Date.UTC(2026, 10, 21, 7, 30)
const ID = '019aa5d6-d0a4-7b15-8c6f-7e8d9c0b1a24'

const hook = (limits: Partial<Hook['limits']> = {}): Hook =>
  newHook(
    {
      hookId: ID,
      userId: ID,
      name: 'breakout',
      template: {
        subaccountId: ID,
        svcId: 7,
        orderType: 'LIMIT',
        timeInForce: null,
        qty: qty(10_000_000),
        buyFlag: true,
        price: price(500_000),
        ...NO_BOUNDS,
        ...NO_INSTRUCTIONS,
      },
      fields: { price: null, qty: { min: qty(1_000_000) } },
      limits: { maxOrdersPerDay: 2, maxCostPerDay: money(5_000_000), expiresAt: null, ...limits },
      secretHash: 'ab',
      keyId: ID,
    },
    NOW,
  )

const order = (alertId: string, contracts: number): AlertOrder => ({
  orderId: orderIdOfAlert(ID, alertId),
  qty: qty(contracts * 1_000_000),
  price: price(500_000),
})

const claimed = (before: Hook, alertId: string, contracts: number, now = NOW): Hook => {
  const after = claimAlert(before, order(alertId, contracts), now)
  if (isProblem(after)) throw new Error(after.detail)
  return after
}

describe('the limits of a hook', () => {
  it('count an alert once, with the highest cost of its repeats', () => {
    const once = claimed(hook(), 'a', 2)
    expect(claimed(once, 'a', 2)).toBe(once)
    expect(claimed(once, 'a', 1)).toBe(once)
    const larger = claimed(once, 'a', 8)
    expect(larger.claimed).toEqual([{ orderId: orderIdOfAlert(ID, 'a'), cost: 4_000_000 }])
    expect(claimAlert(larger, order('b', 3), NOW)).toMatchObject({ status: 429, code: 'hook_limit' })
    expect(claimed(larger, 'b', 2).claimed).toHaveLength(2)
  })

  it('begin anew with each UTC day', () => {
    const used = claimed(claimed(hook(), 'a', 1), 'b', 1)
    expect(claimAlert(used, order('c', 1), NOW)).toMatchObject({
      code: 'hook_limit',
      headers: { 'retry-after': '59400' },
    })
    expect(claimed(used, 'c', 1, NOW + DAY).claimed).toHaveLength(1)
  })

  it('refuse also a counted alert once the hook is turned off or expires', () => {
    const once = claimed(hook({ expiresAt: NOW + 1 }), 'a', 1)
    expect(claimAlert({ ...once, isActive: false }, order('a', 1), NOW)).toMatchObject({ code: 'hook_disabled' })
    expect(claimAlert(once, order('a', 1), NOW + 1)).toMatchObject({ code: 'hook_expired' })
  })

  it('name another order for each alert and hook', () => {
    const ids = [orderIdOfAlert(ID, 'a'), orderIdOfAlert(ID, 'b'), orderIdOfAlert(`${ID}0`, 'a')]
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  })
})
