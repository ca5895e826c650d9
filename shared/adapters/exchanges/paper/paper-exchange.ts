/**
 * Paper accounts at an exchange: orders meet the public book and tape of the exchange, and trade play money. Reads public data only,
 * signs nothing and sends no order.
 */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import { heldCash, reducible } from '#domain/paper/held-cash.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import { orderIdOfIdentity } from '../kalshi/orders/identity.ts'
import { NO_AMEND, NO_WALLET_RELAY } from '../not-offered.ts'
import { AdvanceAccount } from './advance-account.ts'
import { changing } from './change-order.ts'
import { toFillReport, toOrderReport, toPositionReport } from './order-report.ts'
import { PaperAccounts } from './paper-accounts.ts'
import type { PaperOptions } from './paper-options.ts'
import { redeeming } from './redeem-paper.ts'
import { submitting } from './submit-order.ts'
import { verifyPaper } from './verify.ts'

export const paperExchange = (options: PaperOptions): Exchange => {
  const { clock, rules, storedMarket, store } = options
  const marketData = forStrangers(options.marketData)
  const traits = traitsOf(marketData.name)
  const accounts = new PaperAccounts(marketData.name, store)
  const own = { ...options, marketData }
  const advance = new AdvanceAccount(own, accounts)
  const { amend, cancel } = changing(own, accounts, advance)

  const freeCash = async (account: ExchangeAccount) => {
    const desk = await accounts.desk(account)
    return { cash: desk.account.cash, free: desk.account.cash - heldCash(desk.account, desk.orders) }
  }

  return {
    ...marketData,
    ...submitting(own, accounts),
    ...(traits.amendsOrders ? { amend } : NO_AMEND),
    ...(traits.paysByItself ? NO_WALLET_RELAY : redeeming(own, accounts)),
    cancel,

    prepare: (account, order, limit, attemptNumber, signal) =>
      rules.prepare(order, limit, attemptNumber, {
        clock,
        market: () => storedMarket(order.nativeId),
        book: () => marketData.orderBook(order.nativeId, signal),
        reducible: async () => {
          const desk = await accounts.desk(account)
          return reducible(desk.account, desk.orders, order)
        },
      }),
    expectedRefusals: async (order, known) => rules.expectedRefusals(order, known),
    orderIdOf: orderIdOfIdentity,

    order: async (account, { exchangeOrderId }, signal) => {
      await advance.run(account, signal)
      const found = await accounts.order(account, exchangeOrderId)
      return { report: found === null ? null : toOrderReport(found) }
    },
    openOrders: async (account, signal) => {
      await advance.run(account, signal)
      return (await accounts.desk(account)).orders.map(toOrderReport)
    },
    fillsSince: async (account, since, signal) => {
      const { asOf } = await advance.run(account, signal)
      const { startedAt } = await accounts.account(account)
      const fills = await store.fillsSince(accounts.refOf(account), Math.max(since, startedAt))
      return { fills: fills.map(toFillReport), asOf }
    },
    fillsBefore: async (account, before, cursor) => {
      const { startedAt } = await accounts.account(account)
      const page = await store.fillsBefore(accounts.refOf(account), before, cursor)
      const fills = page.fills.filter(({ at }) => at >= startedAt)
      // Older fills belong to the account before its last reset.
      const isOver = fills.length < page.fills.length
      return { fills: fills.map(toFillReport), cursor: isOver ? null : page.cursor }
    },

    positions: async (account) => ({
      positions: (await accounts.account(account)).positions.map(toPositionReport),
    }),
    // A paper account keeps its cash in one place. The shard is null if the exchange has shards.
    balances: async (account) => [
      { shard: traits.splitsCash ? null : 0, amount: (await accounts.account(account)).cash },
    ],
    spreadCash: async () => ({ kind: 'refused', reason: 'A paper account keeps all its cash in one place.' }),

    holderOf: async ({ accountKey }) => accountKey,
    readiness: async (account) => {
      const { cash, free } = await freeCash(account)
      const ok = free > 0
      const detail = `The paper account holds $${toDecimal(cash)} of play money, of which $${toDecimal(free)} is free.`
      return [{ check: 'balance', ok, detail }]
    },
    verify: async (given) => verifyPaper(given, traits),
  }
}

/** Market data that is read without any account: paper credentials are no credentials of the exchange. */
const forStrangers = (source: MarketDataSource): MarketDataSource => ({
  ...source,
  marketStates: (nativeIds, signal) => source.marketStates(nativeIds, signal),
  orderBook: (nativeId, signal) => source.orderBook(nativeId, signal),
  orderBooks: (nativeIds, signal) => source.orderBooks(nativeIds, signal),
  quotes: (nativeIds, signal) => source.quotes(nativeIds, signal),
  lastTrade: (nativeId, signal) => source.lastTrade(nativeId, signal),
})
