/** Rows of due work, as a service with many users has them. */

import { v7 } from 'uuid'
import { accountSyncToRow } from '#adapters/store/accounts/account-syncs.ts'
import { subaccountToRow } from '#adapters/store/accounts/subaccount-row.ts'
import type { Key } from '#adapters/store/engine/keys.ts'
import type { Row } from '#adapters/store/engine/rows.ts'
import { orderToRow } from '#adapters/store/orders/order-row.ts'
import { tradingDayToRow } from '#adapters/store/portfolio/trading-days.ts'
import { outboxChanges } from '#adapters/store/webhooks/outbox.ts'
import { wake } from '#domain/accounts/account-sync.ts'
import { newSubaccount } from '#domain/accounts/subaccount.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { DAY } from '#domain/kernel/time.ts'
import { newOrder, type Order, type TimeInForce } from '#domain/orders/order.ts'
import { NO_LIMITS } from '#domain/risk/limits.ts'
import { beginDay } from '#domain/risk/trading-day.ts'
import { DELIVERY_GRACE } from '#domain/webhooks/delivery.ts'

type DueRow = Row & Key

/** An order that its consumer has lost, due at `dueAt`. */
export const lostOrder = (userId: string, timeInForce: TimeInForce, dueAt: number): Order => ({
  ...newOrder(
    {
      orderId: v7(),
      userId,
      subaccountId: userId,
      exchange: 'EXCHANGE_A',
      svcId: 1,
      nativeId: 'KXBENCH-1',
      shard: 0,
      orderType: 'LIMIT',
      timeInForce,
      qty: qty(1_000_000),
      buyFlag: true,
      price: price(500_000),
      expiresAt: null,
      clientOrderId: null,
    },
    dueAt,
  ),
  dueAt,
})

export const orderRows = (users: readonly string[], count: number, dueAt: number): readonly DueRow[] =>
  Array.from({ length: count }, (_, n) => {
    const order = lostOrder(users[n % users.length] ?? '', 'GTC', dueAt - n)
    return orderToRow(order, order.version)
  })

export const accountRows = (count: number, dueAt: number): readonly DueRow[] =>
  Array.from({ length: count }, () => wake(null, { subaccountId: v7(), exchange: 'EXCHANGE_A' }, dueAt)).flatMap(
    (state, n) => (state === null ? [] : accountSyncToRow({ ...state, dueAt: dueAt - n }, 1)),
  )

/** Accounts that only hold something, whose regular poll is due. */
export const holdingRows = (count: number, dueAt: number): readonly DueRow[] =>
  Array.from({ length: count }, () => wake(null, { subaccountId: v7(), exchange: 'EXCHANGE_A' }, dueAt)).flatMap(
    (state, n) =>
      state === null ? [] : accountSyncToRow({ ...state, awake: false, holds: true, dueAt: dueAt - n }, 1),
  )

/** Events of many users that no webhook was told of yet. */
export const eventRows = (count: number, dueAt: number): readonly DueRow[] =>
  Array.from({ length: count }, () => v7())
    .flatMap((objectId) =>
      outboxChanges([
        {
          objectId,
          sequence: 1,
          userId: v7(),
          type: 'webhook.test',
          at: dueAt - DELIVERY_GRACE,
          previousStatus: null,
          subject: { kind: 'test', webhookId: v7() },
        },
      ]),
    )
    .flatMap((change) => ('put' in change ? [change.put] : []))

const SUBACCOUNT = { name: 'main', description: null, hasWebhooks: false }
const LIMITED = { limits: { ...NO_LIMITS, maxDailyLoss: money(100_000_000), updatedAt: 0 }, version: 1 }

/** Trading days that are over, with the subaccounts whose daily limits they are for. */
export const dayRows = (count: number, dueAt: number): readonly DueRow[] =>
  Array.from({ length: count }, () => {
    const whose = { userId: v7(), subaccountId: v7() }
    const day = beginDay({ ...whose, version: 0 }, { pnl: money(0), holds: true }, dueAt - DAY)
    return [
      tradingDayToRow({ ...day, dueAt }, 1),
      subaccountToRow({ ...newSubaccount({ ...SUBACCOUNT, ...whose, insertedAt: dueAt - DAY }), ...LIMITED }, 1),
    ]
  }).flat()
