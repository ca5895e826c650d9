/** One poll of an exchange account: everything that its steps know from the beginning. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Order } from '#domain/orders/order.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { EquityStore } from '#ports/portfolio/equity-store.ts'
import type { FillStore } from '#ports/portfolio/portfolio-store.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import type { TradingDayStore } from '#ports/risk/trading-day-store.ts'
import type { AccountSources } from '../accounts/account-sources.ts'
import type { ActivateAccountDeps } from '../accounts/activate-account.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { EndWaitingDeps } from '../contingent/end/end-waiting.ts'
import type { TrackPositionsDeps } from '../contingent/track-position/track-positions.ts'
import type { TrackProtectsDeps } from '../contingent/track-position/track-protects.ts'
import type { CancelPausedDeps } from '../orders/cancel/cancel-paused.ts'
import type { AdvanceActionsDeps } from '../portfolio/advance-actions.ts'
import type { ReconcilePositionsDeps } from './positions/reconcile-positions.ts'
import type { RecordExternalFillsDeps } from './trades/record-external-fills.ts'
import type { RecordedFills } from './trades/recorded-fills.ts'

export interface PollAccountDeps
  extends ActivateAccountDeps,
    ReconcilePositionsDeps,
    RecordExternalFillsDeps,
    AdvanceActionsDeps,
    Pick<CancelPausedDeps, 'pausesRequestedAt'>,
    Pick<EndWaitingDeps, 'requestedAt'> {
  readonly fills: FillStore
  readonly orders: OrderStore
  readonly complexOrders: TrackPositionsDeps['complexOrders'] & TrackProtectsDeps['complexOrders']
  readonly openAccount: OpenAccount
  readonly exchanges: (name: ExchangeName) => Exchange
  readonly recorded: RecordedFills
  readonly equity: Pick<EquityStore, 'get' | 'save'>
  /** The hour in which this process last looked at the equity of each account. */
  readonly equityHours: Map<string, number>
  readonly tradingDays: TradingDayStore
  readonly accountSyncs: AccountSyncStore
  readonly walletActions: WalletActionStore
  readonly ids: Pick<Ids, 'uuid'>
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
}

/** Requests to a poll beyond its usual work. */
export interface PollOptions {
  /** The positions of the account are read with this poll, unless they were read within 15 s. */
  readonly look: boolean
  /** The poll finds out whether the account can trade. */
  readonly check?: boolean
}

/** Orders of the account that the poll follows. */
export interface Followed {
  readonly live: readonly Order[]
  /** The ids of the protect stops that have not ended. */
  readonly protects: () => Promise<readonly string[]>
}

/** An open account of an exchange, and the state of its sync as the poll began. */
export interface PollContext {
  readonly deps: PollAccountDeps
  readonly account: AccountRef
  readonly sources: AccountSources
  readonly options: PollOptions
  readonly followed: Followed
  /** The account sync as it is stored. */
  readonly begun: AccountSync
  /** The same, of the account that the credentials open: if they open another one, its history begins anew. */
  readonly state: AccountSync
}
