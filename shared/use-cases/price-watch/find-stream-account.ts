/** Finds an account to open a price stream for: one that has something armed at that exchange. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore, WatchedMarket } from '#ports/orders/complex-order-store.ts'
import { ANY_PRICE } from '../contingent/end-market.ts'
import type { OpenAccount } from '../orders/open-account.ts'
import type { QuoteMemory } from './quote-memory.ts'

export interface FindStreamAccountDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'crossed' | 'get'>
  readonly openAccount: OpenAccount
  readonly memory: Pick<QuoteMemory, 'shares'>
  readonly log: Log
}

/** How many markets are looked through, and how many stops of each. */
const MARKETS = 10
const STOPS_EACH = 5

/** Null where no such account has credentials that can be opened. `refused` are accounts that the exchange opens no stream for. */
export const findStreamAccount = async (
  deps: FindStreamAccountDeps,
  exchange: ExchangeName,
  markets: readonly WatchedMarket[],
  refused: ReadonlySet<string>,
): Promise<ExchangeAccount | null> => {
  const tried = new Set<string>()
  for await (const complexOrderId of candidates(deps, markets)) {
    const stop = await deps.complexOrders.get(complexOrderId)
    if (stop === null || !isConditional(stop) || tried.has(stop.subaccountId)) continue
    tried.add(stop.subaccountId)
    const account = await opened(deps, stop.subaccountId, exchange)
    if (account !== null && !refused.has(account.accountKey)) return account
  }
  return null
}

async function* candidates(
  { complexOrders, memory }: FindStreamAccountDeps,
  markets: readonly WatchedMarket[],
): AsyncGenerator<string> {
  for (const { svcId } of markets.slice(0, MARKETS))
    for (const { complexOrderId } of await complexOrders.crossed(svcId, ANY_PRICE, STOPS_EACH)) yield complexOrderId
  for (const { stops } of memory.shares.values()) yield* [...stops.keys()].slice(0, STOPS_EACH)
}

const opened = async (
  { openAccount, log }: FindStreamAccountDeps,
  subaccountId: string,
  exchange: ExchangeName,
): Promise<ExchangeAccount | null> => {
  try {
    return await openAccount(subaccountId, exchange)
  } catch (error) {
    log.warn('credentials for a price stream cannot be opened', { exchange, subaccountId, error: String(error) })
    return null
  }
}
