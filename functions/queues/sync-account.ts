/** Polls an exchange account for fills, ends of its live orders and positions, or takes an update that its exchange pushed. */

import { boolean, number, object, optional, picklist, string } from 'valibot'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { consumer } from '#lambda/consumer.ts'
import { nearTheEnd } from '#lambda/near-the-end.ts'
import { assertServed } from '#ports/accounts/other-accounts.ts'
import { applyPushed } from '#use-cases/reconcile/pushed/apply-pushed.ts'
import { syncAccount } from '#use-cases/reconcile/sync-account.ts'
import { accountUpdates } from '../account-updates.ts'
import {
  accountKind,
  accountSyncs,
  clock,
  complexOrders,
  credentials,
  equity,
  equityHours,
  exchanges,
  fills,
  haltOfNewRisk,
  ids,
  log,
  markets,
  marketsRequestedAt,
  openAccount,
  pausesRequestedAt,
  positions,
  priceFeeds,
  publishedOrders,
  queues,
  recorded,
  subaccounts,
  tradingDays,
  walletActions,
} from '../runtime.ts'

export const handler = consumer(
  {
    name: 'sync-account',
    queue: 'sync-account',
    message: object({
      subaccountId: string(),
      exchange: picklist(EXCHANGE_NAMES),
      poll: number(),
      look: optional(boolean(), false),
      check: optional(boolean(), false),
      news: optional(accountUpdates),
    }),
    batchSize: 1,
    timeoutS: 60,
    // A poll mostly waits for the exchange.
    memoryMb: 512,
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: ['sync-account', 'execute-order', 'cancel-order', 'advance-contingents', 'deliver-webhook', 'watch-shard'],
      vault: ['open'],
      exchanges: 'account',
    },
    ifBroken:
      'Fills and cancellations at the exchange are noticed late, and positions and their values are out of date. Look at the log of sync-account.',
  },
  () => ({
    orders: publishedOrders(),
    complexOrders: complexOrders(),
    fills: fills(),
    positions: positions(),
    markets: markets(),
    accountSyncs: accountSyncs(),
    priceFeeds: priceFeeds(),
    tradingDays: tradingDays(),
    haltOfDeployment: haltOfNewRisk(),
    queues: queues(),
    credentials: credentials(),
    subaccounts: subaccounts(),
    walletActions: walletActions(),
    ids,
    openAccount: openAccount(),
    exchanges: exchanges(),
    recorded: recorded(),
    equity: equity(),
    equityHours: equityHours(),
    requestedAt: marketsRequestedAt(),
    pausesRequestedAt: pausesRequestedAt(),
    accounts: accountKind(),
    clock,
    log,
  }),
  async (deps, { news, ...message }, time) => {
    assertServed(deps.accounts, message.subaccountId)
    await (news === undefined ? syncAccount(deps, message, nearTheEnd(time, 5_000)) : applyPushed(deps, message, news))
  },
)
