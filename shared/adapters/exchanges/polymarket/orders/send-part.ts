/** Sends one part of an order and reads what the exchange says to it (Polymarket reference, sections 3.5 to 3.9). */

import * as v from 'valibot'
import { takerFeeExchangeB } from '#domain/fees/exchange-b.ts'
import { averagePrice, type Money, ONE, type Qty, qty } from '#domain/kernel/numbers.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Sendable, SubmitOutcome } from '#ports/exchanges/send-outcome.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { CallResult } from '../../http/json-call.ts'
import { notSubmitted } from '../../http/without-answer.ts'
import { refreshBalance } from '../account/holdings.ts'
import { errorIn } from '../http/client.ts'
import { readError, submitOutcome } from '../http/errors.ts'
import type { Calls, Session } from '../http/session.ts'
import { WirePosted } from '../http/wire.ts'
import { isAmbiguous, readPaid, readTaken } from '../http/wire-amounts.ts'
import type { MarketContexts } from '../markets/market-context.ts'
import { askToCancel } from './cancel-orders.ts'
import { orderBody } from './order-body.ts'
import { type Part, type PartPlan, sharesOf } from './part-payload.ts'
import type { PartSightings } from './part-sightings.ts'
import { bestAsk } from './price-fok-buy.ts'
import { type PartState, readParts } from './read-parts.ts'
import type { RecentSales } from './recent-sales.ts'

export interface Taken {
  readonly kind: 'taken'
  readonly state: 'live' | 'ended'
  readonly filled: Qty
  /** What that cost in YES terms, in 1e-12 dollars; null when the exchange has not said. */
  readonly cost: bigint | null
  /** What the taker pays for it by the market's fee rule; null where cost or rule are not known. No answer names it. */
  readonly fee: Money | null
}

export type PartOutcome = Taken | Exclude<SubmitOutcome, { kind: 'accepted' }>

export type SendPart = (
  session: Session,
  order: Sendable,
  plan: PartPlan,
  part: Part,
  seen: PartSightings,
) => Promise<PartOutcome>

export interface SendPartDeps {
  readonly clock: Clock
  readonly markets: MarketContexts
  readonly sales: RecentSales
}

export const partSender = ({ clock, markets, sales }: SendPartDeps): SendPart => {
  /** Nothing where the exchange does not answer. */
  const lookUp = async (
    session: Session,
    { nativeId, attempt }: Sendable,
    { hash }: Part,
    seen: PartSightings,
  ): Promise<PartState | undefined> => {
    const wanted = { hashes: [hash], nativeId, since: attempt.firstSentAt }
    const [found] = await readParts(session, seen, wanted).catch(ifUnavailable(() => []))
    return found
  }

  /** "Duplicated" proves that an earlier send arrived, not what became of it (section 3.10): looked up at once. */
  const findArrived = async (
    session: Session,
    order: Sendable,
    part: Part,
    seen: PartSightings,
  ): Promise<PartOutcome> => {
    const found = await lookUp(session, order, part, seen)
    if (found?.kind === 'found') return taken(found.state, found.filled)
    if (found === undefined || found.filled === 0) return { kind: 'duplicate' }
    return taken(hasEnded(part, found.filled) ? 'ended' : 'live', found.filled)
  }

  /**
   * A buy that was to act at once and rests: off the book again. It may have traded on before that, so it has ended only when a read
   * tells how much it had (section 4.1: the answer to a cancel does not).
   */
  const endNow = async (
    session: Session,
    order: Sendable,
    part: Part,
    rests: Taken,
    seen: PartSightings,
  ): Promise<Taken> => {
    const verdict = await askToCancel(session, seen, [part.hash])
    if (verdict.kind !== 'answered' || !verdict.cancelled.includes(part.hash)) return rests
    const found = await lookUp(session, order, part, seen)
    if (found?.kind !== 'found' || found.state === 'live') return rests
    return found.filled > rests.filled ? taken('ended', found.filled) : { ...rests, state: 'ended' }
  }

  /** What an answer tells as traded has traded at once, so as the taker. */
  const withFee = async ({ signal }: Session, { nativeId }: Sendable, told: Taken): Promise<Taken> => {
    const at = told.cost === null ? null : averagePrice(told.cost, told.filled)
    if (at === null) return told
    const rule = await markets.feeOf(nativeId, signal).catch(ifUnavailable(() => null))
    return rule === null ? told : { ...told, fee: takerFeeExchangeB(told.filled, at, rule) }
  }

  const noteSale = (session: Session, part: Part, { state, filled }: Taken): void => {
    const { side, tokenId: token } = part.fields
    if (side === 'BUY') return
    const shares = state === 'ended' ? filled : sharesOf(part)
    sales.taken({ hash: part.hash, wallet: session.trader.wallet.funder, token, shares })
  }

  /** An earlier send of the part arrived. If it may not rest, it goes off the book, also if reads do not show it yet. */
  const afterDuplicate = async (
    session: Session,
    order: Sendable,
    part: Part,
    seen: PartSightings,
  ): Promise<PartOutcome> => {
    const found = await findArrived(session, order, part, seen)
    if (part.kind !== 'IOC_BUY') return found
    if (found.kind === 'taken') return found.state === 'live' ? endNow(session, order, part, found, seen) : found
    await askToCancel(session, seen, [part.hash])
    return found
  }

  return async (session, order, plan, part, seen) => {
    const stale = await buysMoreBy(session.public, order, part)
    if (stale !== null) return stale
    const body = await orderBody(session.trader, plan, part, order, clock())
    const call = { host: 'clob', area: 'orders', method: 'POST', path: '/order', body } as const
    const outcome = afterPost(await session.once(call), order, part)
    switch (outcome.kind) {
      case 'taken':
        seen.seen(part.hash)
        noteSale(session, part, outcome)
        return withFee(
          session,
          order,
          part.kind === 'IOC_BUY' && outcome.state === 'live'
            ? await endNow(session, order, part, outcome, seen)
            : outcome,
        )
      case 'duplicate':
        return afterDuplicate(session, order, part, seen)
      case 'killed':
        // Believed only of a first send: an earlier one may still arrive.
        if (order.attempt.sends === 1) seen.kill(part.hash)
        return outcome
      case 'rejected': {
        // What we knew of the market, or the exchange of the wallet, was old: both are read anew for the next order.
        if (outcome.code === 'price_off_tick' || outcome.code === 'protocol_mismatch') markets.forget(order.nativeId)
        if (outcome.code === 'insufficient_balance') {
          const pays = part.fields.side === 'BUY'
          const asset = pays ? 'COLLATERAL' : plan.context.assetType
          await refreshBalance(session, asset, pays ? undefined : part.fields.tokenId)
        }
        return outcome
      }
      default:
        return outcome
    }
  }
}

/**
 * A FOK buy spends its dollars (section 3.4). One that was put off meets another book: at a better price than it was made for, its
 * dollars would buy more contracts than were asked for. Null where it may go out.
 */
const buysMoreBy = async (calls: Calls, { attempt }: Sendable, { kind, fields }: Part): Promise<PartOutcome | null> => {
  if (kind !== 'FOK' || fields.side === 'SELL' || attempt.lastSentAt === attempt.firstSentAt) return null
  const best = await bestAsk(calls, fields.tokenId).catch(ifUnavailable((error) => error))
  if (best instanceof Error)
    return { kind: 'later', reason: best.message, retryAfterMs: null, refusing: 'exchange_unavailable' }
  const isBetter = best !== null && BigInt(best) * fields.takerAmount < fields.makerAmount * BigInt(ONE)
  return isBetter ? { kind: 'killed', reason: 'The price became better while the order waited.' } : null
}

const afterPost = (result: CallResult, order: Sendable, part: Part): PartOutcome => {
  if (result.kind !== 'answered') return notSubmitted(result)
  return result.status >= 200 && result.status < 300
    ? posted(result.body, order, part)
    : submitOutcome(result.status, errorIn(result), order)
}

/** A 2xx can be a refusal as well: `errorMsg` and `orderID` tell, `success` does not (section 3.6). */
const posted = (body: unknown, order: Sendable, part: Part): PartOutcome => {
  const reading = v.safeParse(WirePosted, body)
  if (!reading.success) return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  const { orderID, errorMsg, status, makingAmount, takingAmount } = reading.output
  if (errorMsg) return submitOutcome(400, readError({ error: errorMsg }), order)
  if (!orderID) return { kind: 'unknown', error: 'the exchange answered without naming an order' }
  if (orderID.toLowerCase() !== part.hash) {
    return { kind: 'unknown', error: `the exchange named another order (${orderID.slice(0, 70)}) than the one sent` }
  }
  const [shares, dollars] = part.fields.side === 'BUY' ? [takingAmount, makingAmount] : [makingAmount, takingAmount]
  const filled = (shares ? readTaken(shares, sharesOf(part)) : null) ?? qty(0)
  const isMatched = status?.toLowerCase() === 'matched'
  const isClear = filled > 0 && !isAmbiguous(shares ?? '', sharesOf(part))
  // It traded and is over, but the answer does not say for certain how much: it is looked up.
  if (isMatched && cannotRest(part) && !isClear) return { kind: 'duplicate' }
  // `delayed` is held back by the market, `unmatched` rests: neither is over (section 3.7).
  return taken(isMatched && hasEnded(part, filled) ? 'ended' : 'live', filled, costOf(part, filled, dollars))
}

const taken = (state: Taken['state'], filled: Qty, cost: bigint | null = null): Taken => ({
  kind: 'taken',
  state,
  filled,
  cost,
  fee: null,
})

/** What `filled` shares of a part cost in YES terms: a share of NO at q is a share of YES at 1 − q, the other way round. */
const costOf = (part: Part, filled: Qty, dollars: string | null | undefined): bigint | null => {
  const paid = dollars ? readPaid(dollars, filled) : null
  if (paid === null) return null
  return BigInt(part.outcome === 'YES' ? paid : filled - paid) * BigInt(ONE)
}

const cannotRest = (part: Part): boolean => part.kind === 'FAK' || part.kind === 'FOK'

/** Nothing is left of a part that is full, nor of one that acts at once. */
const hasEnded = (part: Part, filled: number): boolean => cannotRest(part) || filled >= sharesOf(part)
