/** The dependencies of use cases that advance complex orders and TWAPs. */

import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { ReadClosedMarketsDeps } from './end/read-closed-markets.ts'
import type { ProtectedPositionDeps } from './track-position/protected-position.ts'

export interface AdvanceDeps extends ReadClosedMarketsDeps, ProtectedPositionDeps {
  readonly orders: OrderStore
  readonly complexOrders: ComplexOrderStore
  readonly subaccounts: SubaccountStore
  readonly markets: MarketStore
  readonly fills: Pick<FillStore, 'inMarkets'>
  readonly queues: Queues
  readonly clock: Clock
  readonly ids: Ids
}
