/** Schema of an update of an account in a message. Numbers are checked like all data from outside. */

import { array, boolean, nullable, number, object, optional, picklist, pipe, string, transform } from 'valibot'
import { money, price, qty } from '#domain/kernel/numbers.ts'

export const accountUpdates = object({
  fills: array(
    object({
      fillId: string(),
      tradeId: string(),
      exchangeOrderId: string(),
      nativeId: string(),
      at: number(),
      price: pipe(number(), transform(price)),
      qty: pipe(number(), transform(qty)),
      fee: pipe(number(), transform(money)),
      buyFlag: boolean(),
      isMaker: boolean(),
      status: picklist(['PROVISIONAL', 'FINAL', 'REVERSED']),
      identity: nullable(string()),
    }),
  ),
  orders: array(
    object({
      exchangeOrderId: string(),
      identity: nullable(string()),
      state: picklist(['live', 'ended']),
      filledQty: pipe(number(), transform(qty)),
      withdrawal: optional(string()),
    }),
  ),
})
