/** Says what an order on one market would do now, and why it would not be taken. Stores nothing and sends nothing. */

import { type Qty, qty, smallest } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem } from '#domain/kernel/problem.ts'
import { flooredToLot } from '#domain/markets/lot-size.ts'
import type { Market } from '#domain/markets/market.ts'
import { NOTHING_TO_REDUCE, NOTHING_TO_REDUCE_REASON } from '#domain/orders/instructions.ts'
import { onlyReduces } from '#domain/orders/position/reducible.ts'
import { idleLeg, type OrderPreview, type Remark } from '#domain/orders/preview/order-preview.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'
import { ifUnreadable, nameOfThing, type StoredThing, type UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { type ReadAccountDeps, readAccount } from './account-now.ts'
import { expectAtExchange } from './expect-at-exchange.ts'
import {
  type AcceptDraftDeps,
  acceptDraft,
  draftOrder,
  type PlaceOrderDeps,
  type PlaceOrderInput,
} from './place-order.ts'
import { refusingExchange } from './refusing-exchange.ts'

export interface PreviewOrderDeps extends ReadAccountDeps, AcceptDraftDeps {
  readonly subaccounts: PlaceOrderDeps['subaccounts']
  readonly markets: Pick<PlaceOrderDeps['markets'], 'get'>
  readonly orders: ReadAccountDeps['orders'] & AcceptDraftDeps['orders']
  readonly positions: ReadAccountDeps['positions']
  readonly log: Log
}

/** A problem for what the request names and is not there, or for a mistake in it; all other refusals are part of the preview. */
export const previewOrder = async (
  deps: PreviewOrderDeps,
  input: PlaceOrderInput,
  signal: AbortSignal,
): Promise<OrderPreview | Problem> => {
  const draft = await draftOrder(deps, input)
  if (isProblem(draft)) return draft
  const { order, market } = draft
  const [accepted, account] = await Promise.all([
    acceptDraft(deps, draft).catch(ifUnreadable(undecidedIn(deps.log))),
    readAccount(deps, order.subaccountId, [market], signal),
  ])
  if (isProblem(accepted) && accepted.status === 422) return accepted
  const reducible = onlyReduces(order) ? account.reducible(order) : order.qty
  const left = onlyReduces(order) ? wholeLots(market, reducible ?? qty(0)) : order.qty
  const sent = { ...order, qty: smallest(order.qty, left) }
  const idle = {
    leg: idleLeg(market, account.in(market).position, account.in(market).cashFree),
    warnings: [],
    refusals: [],
  }
  const expected =
    left === 0
      ? { ...idle, ...(reducible === null ? { warnings: [UNREAD] } : { refusals: [HELD] }) }
      : await expectAtExchange(deps, { order: sent, market, account, idle }, signal).catch(
          ifUnavailable(({ message }) => ({ ...idle, warnings: [unanswered(market.exchange, message)] })),
        )
  const refusing = refusingExchange(order, account.refusing(market.exchange))
  return {
    legs: [expected.leg],
    warnings: [
      ...account.warnings,
      ...refusing.warnings,
      ...(left > 0 && left < order.qty ? [LESS] : []),
      ...expected.warnings,
    ],
    refusals: [...refusalOf(accepted), ...refusing.refusals, ...expected.refusals],
  }
}

const wholeLots = ({ tickSizeQty }: Market, held: Qty): Qty => flooredToLot({ lot: tickSizeQty }, held)

/** Why it cannot be decided whether the order would be taken: placing it fails with this. */
export interface Undecided {
  readonly undecided: Remark
}

/** For what decides on an order: a row that cannot be read is reported, and named. */
export const undecidedIn =
  (log: Log) =>
  (thing: StoredThing, { message }: UnreadableRow): Undecided => {
    log.error('order preview failed', { error: message })
    const detail = `The order depends on ${nameOfThing(thing)}, whose stored record cannot be read. Tell the operator.`
    return { undecided: { code: 'unreadable_record', detail } }
  }

/** Why an order would not be taken, as a preview says it. */
export const refusalOf = (accepted: Problem | Undecided | readonly unknown[]): readonly Remark[] => {
  if ('undecided' in accepted) return [accepted.undecided]
  return isProblem(accepted) ? [{ code: accepted.code, detail: accepted.detail }] : []
}

const HELD: Remark = {
  code: NOTHING_TO_REDUCE,
  detail: NOTHING_TO_REDUCE_REASON,
}
const UNREAD: Remark = {
  code: 'not_now',
  detail:
    'The order may only reduce a position that cannot be read. It would not be sent before the operator has repaired that.',
}
const LESS: Remark = {
  code: 'less_to_reduce',
  detail:
    'The account holds less than the order would reduce, or other orders offer some of it. It would be sent for the rest.',
}

const unanswered = (exchange: string, words: string): Remark => ({
  code: 'exchange_unavailable',
  detail: `${exchange} does not answer: ${words}`,
})
