/** Treatment of trades that an exchange reports in an unreadable form. */

import { expect, it } from 'vitest'
import type { Order } from '#domain/orders/order.ts'
import type { UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import { sampleAttempt, sampleOrder } from '#test/adapters/store/samples.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { warnUnread } from '#use-cases/reconcile/trades/warn-unread.ts'

const trade = (...exchangeOrderIds: readonly string[]): UnreadTrade => ({
  tradeId: exchangeOrderIds.join('+'),
  exchangeOrderIds,
  reason: 'no price',
})

/** The order `mine` is claimed in the table, and `live` is held as live. */
const report = (...unread: readonly UnreadTrade[]) =>
  reportBeside([sampleOrder({ attempt: sampleAttempt(['live']) })], unread)

const reportBeside = async (live: readonly Order[] | null, unread: readonly UnreadTrade[]) => {
  const requested: string[] = []
  const errors: string[] = []
  const deps = {
    orders: {
      ownerOf: async (_: unknown, id: string) => {
        requested.push(id)
        return id === 'mine' ? sampleOrder().orderId : null
      },
    },
    log: { error: (text: string) => void errors.push(text) },
  }
  const waits = await warnUnread(deps, { name: 'EXCHANGE_B' }, {}, live, unread)
  return { waits, asked: requested, errors }
}

it('unreadable trades keep the account waiting if one may belong to an order of ours', async () => {
  for (const one of [trade('mine'), trade('live'), trade('theirs', 'live'), trade()])
    expect(await report(one, trade('theirs')), one.tradeId).toMatchObject({
      waits: true,
      errors: [RECONCILE_LOG.ownTradeUnread, RECONCILE_LOG.externalTradeUnread],
    })
  expect(await report(trade('theirs'))).toMatchObject({ waits: false, errors: [RECONCILE_LOG.externalTradeUnread] })
  expect(await report()).toMatchObject({ waits: false, errors: [] })
})

it('an unreadable trade costs no read if its order is held as live', async () => {
  expect((await report(trade('live', 'theirs'))).asked).toEqual(['theirs'])
})

it('unreadable trades from before the first order are left out: none can belong to an order of ours', async () => {
  const past = await reportBeside(null, [trade(), trade('theirs')])
  expect(past).toMatchObject({ waits: false, errors: Array(2).fill(RECONCILE_LOG.externalTradeUnread) })
})
