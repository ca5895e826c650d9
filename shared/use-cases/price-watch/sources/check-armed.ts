/** Checks the price of a stop right after it was armed, so that it need not wait for the price watch. Best effort. */

import { basketPrice, type MemberQuote } from '#domain/baskets/price.ts'
import { allocationOf, marketsOf } from '#domain/complex-orders/target.ts'
import { isTwap } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/rules.ts'
import { followed } from '#domain/contingent/trailing.ts'
import { directionOf, isTriggered } from '#domain/contingent/trigger-rule.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { WatchedPrice } from '#domain/markets/mark-price.ts'
import { logged } from '#ports/kernel/log.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import { PATIENCE } from '../../contingent/fire/mark-now.ts'
import { ratchetStop } from '../../contingent/fire/ratchet-stop.ts'
import { soon } from '../../kernel/soon.ts'
import { type BeginWatchDeps, beginWatch } from '../../work/begin-watch.ts'
import { quoteOf } from '../compare/quote-of.ts'
import { confirmOpen } from '../fire/confirm-open.ts'
import type { WatchPricesDeps } from './poll-prices.ts'
import type { QuotesTogether } from './quotes-together.ts'

export interface CheckArmedDeps extends BeginWatchDeps {
  readonly complexOrders: ComplexOrderStore & WatchStore
  readonly exchanges: WatchPricesDeps['exchanges']
  /** What else was armed in this container at the same moment is asked for with it. */
  readonly quotesTogether: QuotesTogether
}

/** Runs `work` with a store that notes what is armed through it. Then checks those prices, and starts their price watch. */
export const checkArmed = async <Deps extends CheckArmedDeps>(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
): Promise<void> => {
  const armed = new Map<string, Conditional>()
  const save: ComplexOrderStore['save'] = async (together) => {
    const saved = await deps.complexOrders.save(together)
    const { newComplexOrders = [], changedComplexOrders = [] } = together
    for (const one of saved ? [...newComplexOrders, ...changedComplexOrders] : []) {
      if (isTwap(one)) continue
      // One that was stored again for another reason is checked once more, which does no harm.
      if (one.status === 'ACTIVE' && isStop(one.subtype)) armed.set(one.complexOrderId, one)
      else armed.delete(one.complexOrderId)
    }
    return saved
  }
  await work({ ...deps, complexOrders: { ...deps.complexOrders, save } })
  const exchanges = new Set([...armed.values()].flatMap(exchangesOf))
  for (const exchange of exchanges) await beginWatch(deps, exchange)
  await Promise.all(
    [...armed.values()].map((stop) =>
      look(deps, stop).catch(
        logged(deps.log, 'warn', 'could not check the price of an armed stop; the price watch will', {
          complexOrderId: stop.complexOrderId,
        }),
      ),
    ),
  )
}

const exchangesOf = ({ target }: Conditional): readonly ExchangeName[] => [
  ...new Set(marketsOf(target).map(({ exchange }) => exchange)),
]

const look = async (deps: CheckArmedDeps, stop: Conditional): Promise<void> => {
  const { complexOrderId } = stop
  const watched = await priceNow(deps, stop)
  if (watched === null) return
  await begin(deps, stop, watched.price)
  if (!isTriggered(stop, watched.price) || !(await trades(deps, stop))) return
  await deps.queues.send('fire-trigger', { complexOrderId, ...watched }, { group: complexOrderId })
}

/** A trailing stop stands somewhere from its first price on. */
const begin = async (deps: CheckArmedDeps, stop: Conditional, at: Price): Promise<void> => {
  const stands = followed({ ...stop, direction: directionOf(stop) }, at)
  if (stop.trail !== null && stands !== null) await ratchetStop(deps, stop.complexOrderId, stands)
}

/** The quotes may have an older word of it. With a market that does not trade the price watch decides. */
const trades = async (deps: CheckArmedDeps, { target }: Conditional): Promise<boolean> => {
  const confirming = { ...deps, confirming: new Map(), readers: new Map() }
  const open = marketsOf(target).map((market) => confirmOpen(confirming, market, { state: 'open', stateIsLive: false }))
  return (await Promise.all(open)).every((isOpen) => isOpen)
}

/** All exchanges of its target have to answer. With one of them away the price watch decides. */
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

/** Without the times of last trades. Where one bet has several, the price watch finds out which is the newest. */
const quotesNow = async (
  deps: CheckArmedDeps,
  exchange: ExchangeName,
  nativeIds: readonly string[],
): Promise<ReadonlyMap<string, MemberQuote>> => {
  // A check may not hold up its caller.
  const shown = (await soon(deps.quotesTogether(exchange, nativeIds), PATIENCE)) ?? []
  return new Map(shown.map((quote) => [quote.nativeId, { ...quoteOf(quote), lastTradeAt: null }]))
}
