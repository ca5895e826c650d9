/**
 * A stop whose price was reached before it was armed fires at once, and not only when the price watch comes by. Best effort: what
 * cannot be looked at now is met by the watch.
 */

import { type ConditionalOrder, isConditional } from '#domain/complex-order.ts'
import { isCrossed } from '#domain/crossed.ts'
import { watchedPrice } from '#domain/mark-price.ts'
import { SECOND } from '#domain/time.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import { type BeginWatchDeps, beginWatch } from './begin-watch.ts'
import type { WatchPricesDeps } from './watch-prices.ts'

export interface LookAtArmedDeps extends BeginWatchDeps {
  readonly complexOrders: ComplexOrderStore
  readonly exchanges: WatchPricesDeps['exchanges']
}

/** Who waits for this look has other things to do. */
const PATIENCE = 2 * SECOND

/** Does the work with a store that notes what is armed through it; then those prices are looked at, and watched from now on. */
export const lookAtArmed = async <Deps extends LookAtArmedDeps>(
  deps: Deps,
  work: (deps: Deps) => Promise<unknown>,
): Promise<void> => {
  const armed = new Map<string, ConditionalOrder>()
  const save: ComplexOrderStore['save'] = async (together) => {
    const saved = await deps.complexOrders.save(together)
    const { newComplexOrders = [], changedComplexOrders = [] } = together
    for (const one of saved ? [...newComplexOrders, ...changedComplexOrders] : []) {
      if (!isConditional(one)) continue
      // Stored anew for another reason, it is looked at once more, which costs a call and changes nothing.
      if (one.status === 'ACTIVE' && one.stopPrice !== null) armed.set(one.complexOrderId, one)
      else armed.delete(one.complexOrderId)
    }
    return saved
  }
  await work({ ...deps, complexOrders: { ...deps.complexOrders, save } })
  const exchanges = new Set([...armed.values()].map(({ exchange }) => exchange))
  for (const exchange of exchanges) await beginWatch(deps, exchange)
  await Promise.all([...armed.values()].map((stop) => look(deps, stop)))
}

const look = async (deps: LookAtArmedDeps, stop: ConditionalOrder): Promise<void> => {
  const { complexOrderId, exchange, nativeId, trigger, triggerPriceType } = stop
  try {
    const [shown] = (await deps.exchanges(exchange)?.quotes([nativeId], AbortSignal.timeout(PATIENCE))) ?? []
    if (shown === undefined) return
    // When the last trade was is told by looking twice, which the watch does.
    const quote = { ...shown, last: null, paused: shown.state !== 'open' }
    const watched = watchedPrice(quote, triggerPriceType, trigger.buyFlag, deps.clock())
    if (watched === null || !isCrossed(stop, watched.price)) return
    await deps.queues.send('fire-trigger', { complexOrderId, ...watched }, { group: complexOrderId })
  } catch (error) {
    deps.log.warn('could not look at the price of what was armed; the watch will', {
      complexOrderId,
      error: String(error),
    })
  }
}
