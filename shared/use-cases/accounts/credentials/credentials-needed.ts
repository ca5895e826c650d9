/** Decides whether credentials are needed as they are, because orders live or wait with them. */

import { WAITING_STATUSES } from '#domain/complex-orders/status.ts'
import { marketsOf } from '#domain/complex-orders/target.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { CredentialsPlace } from './get-credentials.ts'

export interface CredentialsNeededDeps {
  readonly orders: OrderStore
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly complexOrders: Pick<ComplexOrderStore, 'list'>
}

/**
 * Returns the refusal if orders live or wait with the credentials. Live orders are read with them; waiting orders will
 * need them.
 */
export const whyCredentialsNeeded = async (
  deps: CredentialsNeededDeps,
  where: CredentialsPlace,
): Promise<Problem | null> => {
  // Waiting orders are read first: an order that fires meanwhile is found among the live ones.
  const isWaited = await isWaitedWith(deps, where)
  if (await isTradedInBaskets(deps, where)) return LIVE_ORDERS
  const live = await deps.orders.live(where.subaccountId, where.exchange)
  if (live.length > 0) return LIVE_ORDERS
  return isWaited ? LIVE_COMPLEX_ORDERS : null
}

/**
 * True if an order on a custom asset has legs to place there. An exit may wait for long without an order at the
 * exchange.
 */
const isTradedInBaskets = async (
  deps: CredentialsNeededDeps,
  { subaccountId, exchange }: CredentialsPlace,
): Promise<boolean> => {
  const live = await deps.orders.liveBaskets(subaccountId)
  const svcIds = live.flatMap(({ parts }) => parts.map(({ svcId }) => svcId))
  if (svcIds.length === 0) return false
  return (await deps.markets.getMany([...new Set(svcIds)])).some((market) => market.exchange === exchange)
}

/** True if a complex order of that exchange has still to place its order. */
const isWaitedWith = async (
  deps: CredentialsNeededDeps,
  { userId, subaccountId, exchange }: CredentialsPlace,
): Promise<boolean> => {
  for (const status of WAITING_STATUSES) {
    for (let offset = 0; ; offset += PAGE) {
      const page = { limit: PAGE, offset }
      const { complexOrders, count } = await deps.complexOrders.list(userId, { subaccountId, status }, page)
      if (complexOrders.some((one) => placesAt(one, exchange))) return true
      if (offset + PAGE >= count) break
    }
  }
  return false
}

const placesAt = (one: ComplexOrder, exchange: ExchangeName): boolean =>
  marketsOf(one.target).some((market) => market.exchange === exchange)

const PAGE = 100

const LIVE_COMPLEX_ORDERS = problem(
  409,
  'live_orders',
  'The subaccount has conditional orders or TWAPs on this exchange, which will place their orders with the account they were made for. Cancel them with POST /v1/complex-orders/cancel-all; another key of the same account can be stored at any time.',
)

const LIVE_ORDERS = problem(
  409,
  'live_orders',
  'The subaccount has live orders on this exchange, which need the account they were placed with. Cancel them and wait until they have ended; another key of the same account can be stored at any time.',
)

/** Tries before a request gives up: a poll that changes the account meanwhile is no reason to refuse. */
export const MOST_TRIES = 3

/** The refusal of a request that was overtaken each time. */
export const CREDENTIALS_CHANGED = problem(
  409,
  'conflict',
  'The credentials were changed at the same moment. Try again.',
)
