/** EXCHANGE_A: Kalshi's Trade API v2 behind our port. */

import * as v from 'valibot'
import { mayRest } from '#domain/orders/may-rest.ts'
import type {
  CancelOutcome,
  InvalidateOutcome,
  OutboundOrder,
  SubmitOutcome,
} from '#domain/orders/send/send-outcome.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { troubleOf } from '../http/error-words.ts'
import type { CallResult } from '../http/json-call.ts'
import { notCancelled, notSubmitted } from '../http/without-answer.ts'
import { judgeByState } from '../judge-by-state.ts'
import { NO_WALLET_RELAY } from '../not-offered.ts'
import { accountReads } from './account/account-reads.ts'
import { readiness } from './account/readiness.ts'
import { spreadCash } from './account/spread-cash.ts'
import { verify } from './account/verify.ts'
import { client, errorIn } from './http/client.ts'
import { cancelOutcome, submitOutcome } from './http/errors.ts'
import { WireCancelled, WireCreated } from './http/wire.ts'
import { toQtyOrNull } from './http/wire-values.ts'
import { type KalshiOptions, kalshiMarketData } from './kalshi-market-data.ts'
import { afterAmend, amendBody, whyNotSent } from './orders/amend-order.ts'
import { expectedRefusals } from './orders/expected-refusals.ts'
import { orderIdOfIdentity } from './orders/identity.ts'
import { createBody, decide, invalidatingBody, limitOf } from './orders/request-body.ts'
import { tradedBy } from './orders/traded-by.ts'
import { accountSigner } from './signing/account-signer.ts'

export const kalshiExchange = (options: KalshiOptions): Exchange => {
  const api = client(options, accountSigner(options.clock))

  const post = (account: ExchangeAccount, path: string, { body, shard }: OrderCall, signal: AbortSignal) =>
    api.write(account, { method: 'POST', path, body, cost: 10, shard, keep: ROOM_FOR_CANCELS }, signal)

  const marketData = kalshiMarketData(options, api)

  return {
    ...marketData,

    prepare: async (_account, order, limit, attemptNumber) => decide(order, limit, attemptNumber),
    expectedRefusals: async (order, known) => expectedRefusals(order, known),
    orderIdOf: orderIdOfIdentity,
    reserveRate: (account, { shard }, patienceMs, signal) =>
      api.setAside(account, { cost: 10, shard, keep: ROOM_FOR_CANCELS }, patienceMs, signal),
    submit: async (account, order, signal) => {
      const outcome = afterSubmit(
        await post(account, ORDERS, { body: createBody(order), shard: order.shard }, signal),
        order,
      )
      // A paused market refuses an order with the same words as a closed one (reference, section 3).
      const mayBeClosed = outcome.kind === 'rejected' && outcome.code === 'market_closed'
      return mayBeClosed
        ? judgeByState(outcome, () => marketData.marketStates([order.nativeId], signal, account))
        : outcome
    },
    invalidateIdentity: async (account, order, signal) =>
      afterInvalidate(
        await post(account, ORDERS, { body: invalidatingBody(order), shard: order.shard }, signal),
        order,
      ),
    amend: async (account, order, terms, signal) => {
      const unsuited = whyNotSent(terms)
      if (unsuited !== null) return unsuited
      const path = `${ORDERS}/${encodeURIComponent(order.exchangeOrderId)}/amend`
      const call = { body: amendBody(order, terms), shard: order.shard }
      return afterAmend(await post(account, path, call, signal), order, terms)
    },
    cancel: async (account, { nativeId, shard, exchangeOrderId }, signal) => {
      const path = `${ORDERS}/${encodeURIComponent(exchangeOrderId)}`
      // Without ticker and shard a cancel is sent to shard 0, and gets a 404 for an order on another one (reference,
      // section 6.3).
      const query = { market_ticker: nativeId, exchange_index: shard }
      const call = { method: 'DELETE', path, query, cost: 2, shard } as const
      return afterCancel(await api.write(account, call, signal), exchangeOrderId)
    },

    ...accountReads(api, options.clock, options.onSkip),
    ...NO_WALLET_RELAY,
    holderOf: async ({ accountKey }) => accountKey,
    spreadCash: spreadCash(api),
    readiness: readiness(api, options.clock),
    verify: (given, signal) => verify(api, given, signal),
  }
}

interface OrderCall {
  readonly body: string
  readonly shard: number
}

const ORDERS = '/portfolio/events/orders'
/** Tokens that new orders leave for ten cancels. */
const ROOM_FOR_CANCELS = 20

const afterSubmit = (result: CallResult, order: OutboundOrder): SubmitOutcome => {
  if (result.kind !== 'answered') return notSubmitted(result)
  return isSuccess(result.status) ? accepted(result.body, order) : submitOutcome(result.status, errorIn(result), order)
}

/** A 2xx without an order does not prove that there is none (a retired endpoint answered so). */
const accepted = (body: unknown, order: OutboundOrder): SubmitOutcome => {
  const reading = v.safeParse(WireCreated, body)
  const filledQty = reading.success ? toQtyOrNull('fill_count', reading.output.fill_count) : null
  const remaining = reading.success ? toQtyOrNull('remaining_count', reading.output.remaining_count) : null
  if (!reading.success || filledQty === null || remaining === null) {
    return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  }
  if (!isOfIdentity(reading.output, order) || filledQty + remaining > order.qty) {
    return { kind: 'unknown', error: 'the exchange answered with another order than the one sent' }
  }
  // An order that acts immediately never rests, nor does one that self-trade prevention has shortened (reference,
  // section 6.1).
  const state = remaining === 0 || !mayRest(order) ? 'ended' : 'live'
  const { order_id: exchangeOrderId } = reading.output
  const traded = filledQty === 0 ? undefined : tradedBy(reading.output, filledQty, limitOf(order), order.buyFlag)
  return { kind: 'accepted', order: { exchangeOrderId, identity: order.attempt.identity, state, filledQty, traded } }
}

/** Answers to writes have been seen to describe another order (reference, section 14, point 8). */
const isOfIdentity = ({ client_order_id: identity }: WireCreated, { attempt }: OutboundOrder): boolean =>
  !identity || identity === attempt.identity

const afterInvalidate = (result: CallResult, order: OutboundOrder): InvalidateOutcome => {
  if (result.kind !== 'answered') return { kind: 'unknown', error: troubleOf(result, errorIn) }
  // The exchange has taken an order under this identity, filled or not: it will take no other.
  const created = isSuccess(result.status) ? v.safeParse(WireCreated, result.body) : null
  if (created?.success && isOfIdentity(created.output, order)) return { kind: 'dead', watchMs: 0 }
  const error = errorIn(result)
  if (submitOutcome(result.status, error, order).kind === 'duplicate') return { kind: 'arrived' }
  // Any other refusal invalidates nothing: a send on its way could still use the identity.
  return { kind: 'unknown', error: error.words || `status ${result.status}` }
}

const afterCancel = (result: CallResult, exchangeOrderId: string): CancelOutcome => {
  if (result.kind !== 'answered') return notCancelled(result)
  if (!isSuccess(result.status)) return cancelOutcome(result.status, errorIn(result))
  const reading = v.safeParse(WireCancelled, result.body)
  // The body has been seen to describe another order (reference, section 14, point 8): only the cancelled one is
  // believed.
  const isOurs = reading.success && reading.output.order_id === exchangeOrderId
  return { kind: 'cancelled', removedQty: isOurs ? toQtyOrNull('reduced_by', reading.output.reduced_by) : null }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300
