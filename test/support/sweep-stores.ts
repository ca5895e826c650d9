/** The stores of all that a sweep works on, over one table. */

import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { deadMansSwitchStore } from '#adapters/store/accounts/dead-mans-switches.ts'
import { deletionStore } from '#adapters/store/accounts/deletions.ts'
import { flatteningStore } from '#adapters/store/accounts/flattenings.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { tradingDayStore } from '#adapters/store/portfolio/trading-days.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { workStore } from '#adapters/store/work/work.ts'

export const sweepStores = (table: Table) => ({
  work: workStore(table),
  orders: orderStore(table),
  complexOrders: complexOrderStore(table),
  deadMansSwitches: deadMansSwitchStore(table),
  flattenings: flatteningStore(table),
  deletions: deletionStore(table),
  credentials: credentialsStore(table),
  customAssets: customAssetStore(table),
  markets: marketStore(table),
  accountSyncs: accountSyncStore(table),
  subaccounts: subaccountStore(table),
  positions: positionStore(table),
  tradingDays: tradingDayStore(table),
  changes: changeStore(table),
  webhooks: webhookStore(table),
})
