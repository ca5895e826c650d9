/** Checks the price of a stop right after it was armed, so that the stop need not wait for the price watch. Best effort. */

import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import { allocationOf, marketsOf } from '#domain/complex-orders/target.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { isTwap } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/request/rules.ts'
import { followed } from '#domain/contingent/trigger/trailing.ts'
import { directionOf, isTriggered } from '#domain/contingent/trigger/trigger-rule.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { WatchedPrice } from '#domain/markets/mark-price.ts'
import { logged } from '#ports/kernel/log.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import { PATIENCE } from '../../contingent/fire/mark-now.ts'
import { ratchetStop } from '../../contingent/fire/ratchet-stop.ts'
import { withTimeout } from '../../kernel/with-timeout.ts'
import { type BeginWatchDeps, beginWatch } from '../../work/begin-watch.ts'
import { quoteOf } from '../compare/quote-of.ts'
import { confirmOpen } from '../fire/confirm-open.ts'
import type { PollPricesDeps } from './poll-prices.ts'
import type { QuotesTogether } from './quotes-together.ts'

export interface CheckArmedDeps extends BeginWatchDeps {
  readonly complexOrders: ComplexOrderStore & WatchStore
  readonly exchanges: PollPricesDeps['exchanges']
  /** Stops that this container arms at the same moment share its calls. */
  readonly quotesTogether: QuotesTogether
}

/** Runs `work` with a store that records the stops armed through it. Then checks their prices, and starts their price watch. */
export const checkArmed = async <Deps extends CheckArmedDeps>(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
): Promise<void> => {
  const armed = new Map<string, Conditional>()
  const save: ComplexOrderStore['save'] = async (together) => {
    const saved = await deps.complexOrders.save(together)
    const { newComplexOrders = [], changedComplexOrders = [] } = together
    if (saved) recordArmed(armed, [...newComplexOrders, ...changedComplexOrders])
    return saved
  }
  await work({ ...deps, complexOrders: { ...deps.complexOrders, save } })
  const exchanges = new Set([...armed.values()].flatMap(exchangesOf))
  for (const exchange of exchanges) await beginWatch(deps, exchange)
  await Promise.all(
    [...armed.values()].map((stop) =>
      checkStop(deps, stop).catch(
        logged(deps.log, 'warn', 'could not check the price of an armed stop; the price watch will', {
          complexOrderId: stop.complexOrderId,
        }),
      ),
    ),
  )
}

/** Adds active stops, and removes ended stops. A stop stored again for another reason is checked again, without harm. */
const recordArmed = (armed: Map<string, Conditional>, stored: readonly ComplexOrder[]): void => {
  for (const one of stored) {
    if (isTwap(one)) continue
    if (one.status === 'ACTIVE' && isStop(one.subtype)) armed.set(one.complexOrderId, one)
    else armed.delete(one.complexOrderId)
  }
}

const exchangesOf = ({ target }: Conditional): readonly ExchangeName[] => [
  ...new Set(marketsOf(target).map(({ exchange }) => exchange)),
]

const checkStop = async (deps: CheckArmedDeps, stop: Conditional): Promise<void> => {
  const { complexOrderId } = stop
  const watched = await priceNow(deps, stop)
  if (watched === null) return
  await beginTrail(deps, stop, watched.price)
  if (!isTriggered(stop, watched.price) || !(await trades(deps, stop))) return
  await deps.queues.send('fire-trigger', { complexOrderId, ...watched }, { group: complexOrderId })
}

/** Stores the first level of a trailing stop. */
const beginTrail = async (deps: CheckArmedDeps, stop: Conditional, at: Price): Promise<void> => {
  const level = followed({ ...stop, direction: directionOf(stop) }, at)
  if (stop.trail !== null && level !== null) await ratchetStop(deps, stop.complexOrderId, level)
}

/** Returns whether every market trades now: the quotes may have an older state. If a market does not trade, the price watch decides. */
const trades = async (deps: CheckArmedDeps, { target }: Conditional): Promise<boolean> => {
  const confirming = { ...deps, confirming: new Map(), readers: new Map() }
  const open = marketsOf(target).map((market) => confirmOpen(confirming, market, { state: 'open', stateIsLive: false }))
  return (await Promise.all(open)).every((isOpen) => isOpen)
}

/** Returns null unless all exchanges of the target answer. The price watch then decides. */
const priceNow = async (deps: CheckArmedDeps, stop: Conditional): Promise<WatchedPrice | null> => {
  const { target, trigger, triggerPriceType } = stop
  const quotes = await Promise.all(
    exchangesOf(stop).map(async (name) => {
      const nativeIds = marketsOf(target).flatMap(({ exchange, nativeId }) => (exchange === name ? [nativeId] : []))
      const shown = await quotesNow(deps, name, nativeIds)
      return nativeIds.map((nativeId) => shown.get(nativeId) ?? null)
    }),
  )
  return basketPrice(allocationOf(target), quotes.flat(), triggerPriceType, trigger.buyFlag, deps.clock())
}

/** Quotes lack the times of last trades here. If one bet has several last trades, the price watch finds the newest. */
const quotesNow = async (
  deps: CheckArmedDeps,
  exchange: ExchangeName,
  nativeIds: readonly string[],
): Promise<ReadonlyMap<string, MemberQuote>> => {
  // A check must not delay its caller.
  const shown = (await withTimeout(deps.quotesTogether(exchange, nativeIds), PATIENCE)) ?? []
  return new Map(shown.map((quote) => [quote.nativeId, { ...quoteOf(quote), lastTradeAt: null }]))
}
