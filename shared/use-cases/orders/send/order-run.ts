/** One run of an order: its dependencies, its time, and what it knows so far. */

import type { Order } from '#domain/orders/order.ts'
import type { Facts } from '#domain/orders/send/facts.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { ActivateAccountDeps } from '../../accounts/activate-account.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import type { CheckRiskDeps } from '../../risk/check-risk.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { RecentReducers } from './recent-reducers.ts'
import type { TimeBudget } from './time-budget.ts'

/** The calls to an exchange that an order needs on its way. */
export type OrderExchange = Pick<
  Exchange,
  | 'prepare'
  | 'reserveRate'
  | 'submit'
  | 'lookUp'
  | 'invalidateIdentity'
  | 'amend'
  | 'order'
  | 'fillsSince'
  | 'positions'
  | 'orderBook'
  | 'marketStates'
>

export interface ExecuteOrderDeps extends ActivateAccountDeps {
  readonly orders: Pick<OrderStore, 'get' | 'save' | 'claimExchangeIds' | 'live' | 'countLive'>
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly markets: Pick<MarketStore, 'get'>
  readonly positions: CheckRiskDeps['positions'] & Pick<PositionStore, 'get'>
  readonly tradingDays: CheckRiskDeps['tradingDays']
  readonly haltOfDeployment: CheckRiskDeps['haltOfDeployment']
  readonly openAccount: OpenAccount
  readonly exchanges: (name: Order['exchange']) => OrderExchange
  readonly circuitBreaker: CircuitBreaker
  readonly recentReducers: RecentReducers
  readonly ids: Ids
  /** Waits for `ms`. */
  readonly pause: (ms: number) => Promise<void>
  /** Allowance of a MARKET order beyond the level that it needs, in 1e-6 dollars. */
  readonly slippage: number
}

export interface OrderRun {
  readonly deps: ExecuteOrderDeps
  readonly time: TimeBudget
  /** The order as it is stored. */
  readonly order: Order
  /** Null until it is read, and without credentials. */
  readonly account: ExchangeAccount | null
  readonly facts: Facts
}

/** The order after a step. `changed`: another process changed it first, so that it has to be read again. Null if nothing is left to do. */
export type StepResult = Order | 'changed' | null

/** A step taught the run something. */
export interface Learned extends Partial<Pick<OrderRun, 'order' | 'account'>> {
  readonly facts: Partial<Facts>
}

/** The account of a run that has read it. */
export const accountOf = ({ account, order }: OrderRun): ExchangeAccount => {
  if (account === null) throw new Error(`order ${order.orderId} has a step for its account before it was read`)
  return account
}

/** Calls the order's exchange for its account. */
export const exchangeOf = ({ deps, order }: OrderRun): OrderExchange => deps.exchanges(order.exchange)
