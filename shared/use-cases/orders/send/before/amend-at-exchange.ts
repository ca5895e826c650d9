/** Sends the amend of an order on the book to an exchange that has one, and stores the outcome. Safe to run any number of times. */

import {
  amendDone,
  amendNotSent,
  amendPostponed,
  amendPutOff,
  amendRefused,
  amendSendRefused,
  beginAmendSend,
  expireAsAsked,
  isAmendedToEnd,
} from '#domain/orders/amend/amend-steps.ts'
import { addsRisk, termsOf } from '#domain/orders/amend/amending.ts'
import { reportOfAmend } from '#domain/orders/amend/report-of-amend.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { type AmendOutcome, whyOf } from '#domain/orders/send/send-outcome.ts'
import { applyStatusReport, lease, type OrderStatusReport } from '#domain/orders/transitions.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { wakeAccount } from '../../../accounts/wake-account.ts'
import { riskOfAmend } from '../../../risk/risk-of-amend.ts'
import { afterSave } from '../../change-order.ts'
import { orderRef } from '../../order-ref.ts'
import { awaitGroupTurn } from '../group-turn.ts'
import type { OrderExchange as Exchange } from '../order-run.ts'
import { storeOutcome } from '../store-outcome.ts'
import type { TimeBudget } from '../time-budget.ts'
import { askForCancel, type ExecuteOrderDeps, type Stepped, saveStep } from './send-claimed.ts'

/** The order after one step. */
export const amendAtExchange = async (deps: ExecuteOrderDeps, order: Order, window: TimeBudget): Promise<Stepped> => {
  const { amend, exchangeOrderId } = order
  if (amend === null || exchangeOrderId === null) throw new Error(`order ${order.orderId} has nothing to amend`)
  const now = deps.clock()
  if (isAmendedToEnd(order, now)) return expire(deps, order)
  // A send of an earlier amend may still be on its way, and would undo this one.
  if (amend.quietAt !== null && amend.quietAt > now)
    return saveStep(deps, amendPutOff(order, AN_EARLIER_ONE, amend.quietAt - now, now))
  const account = await deps.openAccount(order.subaccountId, order.exchange)
  if (account === null) return saveStep(deps, amendPutOff(order, 'no credentials are stored to amend with', null, now))
  const exchange = deps.exchanges(order.exchange)
  if (!(await awaitGroupTurn(deps, { exchange, account, order }, window))) return null
  await wakeAccount(deps, order)
  // Right before the claim: it may have waited for its turn.
  const isUnsent = amend.sentAt === null || (!amend.open && amend.unresolvedAt === null)
  const breach = isUnsent ? await breachOf(deps, order) : null
  if (breach !== null) return saveStep(deps, amendRefused(order, breach, deps.clock()))
  const held = await deps.circuitBreaker.enter(order.exchange, 'orders')
  if (held !== null) return saveStep(deps, amendPutOff(order, held.reason, held.waitMs, deps.clock()))
  const claimed = await deps.circuitBreaker.ready(order.exchange, 'orders', async () => {
    const leased = lease(order, deps.ids.uuid(), window.leaseUntil(deps.clock()))
    const begun = beginAmendSend(leased, deps.clock())
    return (await window.claims.store(deps.orders, begun, amendNotSent(amend.amendId))) ? begun : null
  })
  if (claimed === null) return 'changed'
  const { nativeId, shard, buyFlag } = order
  const outcome = await exchange
    .amend(account, { nativeId, shard, buyFlag, exchangeOrderId }, amend.wanted, window.sendSignal())
    .catch((error: unknown): AmendOutcome => ({ kind: 'unknown', error: String(error) }))
  deps.log.info('amend sent', {
    orderId: order.orderId,
    subaccountId: order.subaccountId,
    exchange: order.exchange,
    exchangeOrderId,
    amendId: amend.amendId,
    outcome: outcome.kind,
    reason: whyOf(outcome),
  })
  window.recordOutcome(outcome)
  const waitMs = await deps.circuitBreaker.sent(order.exchange, 'orders', outcome)
  const end = outcome.kind === 'gone' ? await readOrder(exchange, account, order, exchangeOrderId, window) : null
  const stored = await storeOutcome(deps, afterSave(claimed), window, (current) =>
    isOf(current, amend.amendId)
      ? afterSend(current, claimed, outcome, end, waitMs, deps.clock())
      : { ...current, lease: null },
  )
  if (stored?.exchangeState === 'live') await askForCancel(deps, stored)
  return stored
}

/** Its cancel does the rest. */
const expire = async (deps: ExecuteOrderDeps, order: Order): Promise<Stepped> => {
  const expired = expireAsAsked(order, deps.clock())
  if (expired !== order && (await saveStep(deps, expired)) === 'changed') return 'changed'
  await askForCancel(deps, expired)
  return null
}

const AN_EARLIER_ONE = 'an earlier change of the order may still arrive at the exchange; this one waits for it'

/** Whether the amend is still the one that was sent: the order may have ended meanwhile, or its fills have told the outcome. */
const isOf = ({ amend }: Order, amendId: string): boolean => amend?.status === 'PENDING' && amend.amendId === amendId

/** `claimed` is the order as the amend was sent. */
const afterSend = (
  order: Order,
  claimed: Order,
  outcome: AmendOutcome,
  end: OrderReport | null,
  waitMs: number | null,
  now: number,
): Order => {
  switch (outcome.kind) {
    case 'amended': {
      const done = amendDone(order, now)
      const report = wholeOf(claimed, outcome)
      return report === null ? done : applyStatusReport(done, report, now)
    }
    case 'refused':
      return amendSendRefused(order, outcome.reason, now)
    case 'gone':
      return end === null || end.state === 'live'
        ? amendPostponed(order, 'the order is off the book; waiting to read how it ended', 2_000, now)
        : { ...applyStatusReport(order, end, now), lease: null }
    case 'later':
      return amendPostponed(order, outcome.reason, waitMs ?? outcome.retryAfterMs, now)
    case 'unknown':
      return amendPutOff(order, outcome.error, null, now)
  }
}

/** What the answer tells of the whole order; null where it tells nothing. */
const wholeOf = (
  claimed: Order,
  { order: told, traded }: Extract<AmendOutcome, { kind: 'amended' }>,
): OrderStatusReport | null => {
  const { amend, exchangeOrderId } = claimed
  if (traded === null || amend === null || exchangeOrderId === null) return told
  return { exchangeOrderId, ...reportOfAmend(claimed, traded, told?.filledQty ?? null, amend.wanted.qty) }
}

/** Null when the exchange does not show it, or cannot be read now. */
const readOrder = async (
  exchange: Exchange,
  account: ExchangeAccount,
  order: Order,
  exchangeOrderId: string,
  window: TimeBudget,
): Promise<OrderReport | null> => {
  const ref = orderRef(order, exchangeOrderId)
  const found = await exchange.order(account, ref, window.sendSignal()).catch(ifUnavailable(() => null))
  return found?.report ?? null
}

/** The risk limit that the new terms would break; null where they add no risk. */
const breachOf = async (deps: ExecuteOrderDeps, order: Order): Promise<string | null> => {
  const { amend } = order
  if (amend === null || !addsRisk(order.buyFlag, termsOf(order), amend.wanted)) return null
  const subaccount = await deps.subaccounts.get(order.userId, order.subaccountId)
  return (await riskOfAmend(deps, subaccount, order, amend.wanted))?.reason ?? null
}
