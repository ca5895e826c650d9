/** Reports of an order that has replaced others at its exchange. */

import { expect, it } from 'vitest'
import { money, qty } from '#domain/kernel/numbers.ts'
import { wholeReport } from '#domain/orders/fills/whole-report.ts'

const replaced = { exchangeOrderIds: ['a', 'b'], attempts: 1, filledQty: qty(3), cost: 6n, fees: money(1) }
const report = (exchangeOrderId: string) => ({
  exchangeOrderId,
  filledQty: qty(2),
  traded: { cost: 5n, fees: money(1) },
})

it('a late report of a replaced order is ignored, also if the replaced order had two parts', () => {
  for (const id of ['a', 'a+b', 'b+c']) expect(wholeReport({ replaced }, report(id))).toBeNull()
})

it('a report of the current order is added to the totals of all replaced orders', () => {
  expect(wholeReport({ replaced }, report('c+d'))).toEqual({
    exchangeOrderId: 'c+d',
    filledQty: 5,
    traded: { cost: 11n, fees: 2 },
  })
})

it('a report of an order that replaced none is unchanged', () => {
  const reported = report('a')
  expect(wholeReport({ replaced: null }, reported)).toBe(reported)
})
