/**
 * Sends one part of an order, and looks it up if the answer does not show its outcome (Polymarket reference, section
 * 3.10).
 */

import { takerFeeExchangeB } from '#domain/exchanges/fees/exchange-b.ts'
import { averagePrice, ONE } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { refreshBalance } from '../account/holdings.ts'
import type { Session } from '../http/session.ts'
import type { MarketContexts } from '../markets/market-context.ts'
import { askToCancel } from './cancel-orders.ts'
import { orderBody } from './order-body.ts'
import type { PartChildObservations } from './part-observations.ts'
import { type PartOutcome, partOutcome, type Taken, taken } from './part-outcome.ts'
import { cannotRest, hasEnded, type Part, type PartPlan, sharesOf } from './part-payload.ts'
import { bestAsk } from './price-buy.ts'
import { type PartState, readParts } from './read-parts.ts'
import type { RecentSales } from './recent-sales.ts'

/** One part of an order, with the child observations of all its parts. */
export interface Sending {
  readonly session: Session
  readonly order: OutboundOrder
  readonly part: Part
  readonly seen: PartChildObservations
}

export type SendPart = (sending: Sending, plan: PartPlan) => Promise<PartOutcome>

export interface SendPartDeps {
  readonly clock: Clock
  readonly markets: MarketContexts
  readonly sales: RecentSales
}

export const partSender =
  (deps: SendPartDeps): SendPart =>
  async (sending, plan) => {
    const { session, order, part } = sending
    const stale = await buysMoreBy(sending)
    if (stale !== null) return stale
    const body = await orderBody(session.trader, plan, part, order, deps.clock())
    const call = { host: 'clob', area: 'orders', method: 'POST', path: '/order', body } as const
    const result = await session.once(call)
    const outcome = partOutcome(result, order, part)
    switch (outcome.kind) {
      case 'taken':
        return afterTaken(deps, sending, outcome)
      case 'duplicate':
        return afterDuplicate(sending)
      case 'killed':
        // Certain after a first send only: an earlier one may still arrive.
        if (order.attempt.sends === 1) sending.seen.kill(part.hash)
        return outcome
      case 'rejected':
        await forgetStale(deps, sending, plan, outcome.code)
        return outcome
      case 'later':
        return result.kind === 'answered' && result.status === RESTARTING ? unlessArrived(sending, outcome) : outcome
      default:
        return outcome
    }
  }

/** Status of all order calls while the engine of the exchange restarts (reference, section 8.4). */
const RESTARTING = 425

const afterTaken = async (deps: SendPartDeps, sending: Sending, outcome: Taken): Promise<Taken> => {
  const { part, seen } = sending
  seen.seen(part.hash)
  recordSale(deps, sending, outcome)
  const rests = part.kind === 'IOC_BUY' && outcome.state === 'live'
  return withFee(deps, sending, rests ? await endNow(sending, outcome) : outcome)
}

const recordSale = ({ sales }: SendPartDeps, { session, part }: Sending, { state, filled }: Taken): void => {
  const { side, tokenId: token } = part.fields
  if (side === 'BUY') return
  const shares = state === 'ended' ? filled : sharesOf(part)
  sales.taken({ hash: part.hash, wallet: session.trader.wallet.funder, token, shares })
}

/** Adds the taker's fee: a trade in the answer to an order is immediate. */
const withFee = async ({ markets }: SendPartDeps, { session, order }: Sending, traded: Taken): Promise<Taken> => {
  const at = traded.cost === null ? null : averagePrice(traded.cost, traded.filled)
  if (at === null) return traded
  const rule = await markets.feeOf(order.nativeId, session.signal).catch(ifUnavailable(() => null))
  return rule === null ? traded : { ...traded, fee: takerFeeExchangeB(traded.filled, at, rule) }
}

/** Drops old knowledge that caused a refusal, ours of the market or the exchange's of the wallet: the next order reads it again. */
const forgetStale = async (
  { markets }: SendPartDeps,
  { session, order, part }: Sending,
  { context }: PartPlan,
  code: string,
): Promise<void> => {
  if (code === 'price_off_tick' || code === 'protocol_mismatch') markets.forget(order.nativeId)
  if (code !== 'insufficient_balance') return
  const { side, tokenId } = part.fields
  if (side === 'BUY') await refreshBalance(session, 'COLLATERAL', undefined)
  else await refreshBalance(session, context.assetType, tokenId)
}

/**
 * Returns why a repeated buy may not be sent; null if it may. A buy that may not rest spends its dollars (section 3.4).
 * After a delay it meets another book: at a better price than planned, its dollars would buy more contracts than
 * requested.
 */
const buysMoreBy = async ({ session, order: { attempt }, part }: Sending): Promise<PartOutcome | null> => {
  const { fields } = part
  if (!cannotRest(part) || fields.side === 'SELL' || attempt.lastSentAt === attempt.firstSentAt) return null
  const best = await bestAsk(session.public, fields.tokenId).catch(ifUnavailable((error) => error))
  if (best instanceof Error)
    return { kind: 'later', reason: best.message, retryAfterMs: null, refusing: 'exchange_unavailable' }
  const isBetter = best !== null && BigInt(best) * fields.takerAmount < fields.makerAmount * BigInt(ONE)
  return isBetter ? { kind: 'killed', reason: 'The price became better while the order waited.' } : null
}

/**
 * Handles a part whose earlier send arrived. If it may not rest, it is taken off the book, also if reads do not show it
 * yet.
 */
const afterDuplicate = async (sending: Sending): Promise<PartOutcome> => {
  const { session, part, seen } = sending
  const found = await findArrived(sending)
  if (part.kind !== 'IOC_BUY') return found
  if (found.kind === 'taken') return found.state === 'live' ? endNow(sending, found) : found
  await askToCancel(session, seen, [part.hash])
  return found
}

/**
 * Looks up a part that a restarting exchange did not take. By its documents, 425 proves that; a client of it counts the outcome as unknown
 * (live reference, section 8.2). Reads lag writes, so that only a read after a repeated send confirms it.
 */
const unlessArrived = async (
  sending: Sending,
  restarting: Extract<PartOutcome, { kind: 'later' }>,
): Promise<PartOutcome> => {
  const { firstSentAt, lastSentAt } = sending.order.attempt
  const found = await lookUp(sending)
  if (found?.kind === 'found' || (found?.filled ?? 0) > 0) return afterDuplicate(sending)
  const isProven = found !== undefined && lastSentAt > firstSentAt
  return isProven ? restarting : { ...restarting, retryAfterMs: restarting.retryAfterMs ?? SECOND, isUnproven: true }
}

/** Looks up the part: "Duplicated" proves that an earlier send arrived, but not its outcome (section 3.10). */
const findArrived = async (sending: Sending): Promise<PartOutcome> => {
  const found = await lookUp(sending)
  if (found?.kind === 'found') return taken(found.state, found.filled)
  if (found === undefined || found.filled === 0) return { kind: 'duplicate' }
  return taken(hasEnded(sending.part, found.filled) ? 'ended' : 'live', found.filled)
}

/**
 * Cancels a buy that was to act immediately and rests. The buy may trade until the cancel, so it has ended only when a
 * read shows its fills. The answer to a cancel does not show them (section 4.1).
 */
const endNow = async (sending: Sending, rests: Taken): Promise<Taken> => {
  const { session, part, seen } = sending
  const verdict = await askToCancel(session, seen, [part.hash])
  if (verdict.kind !== 'answered' || !verdict.cancelled.includes(part.hash)) return rests
  const found = await lookUp(sending)
  if (found?.kind !== 'found' || found.state === 'live') return rests
  return found.filled > rests.filled ? taken('ended', found.filled) : { ...rests, state: 'ended' }
}

/** Returns undefined if the exchange does not answer. */
const lookUp = async ({ session, order, part, seen }: Sending): Promise<PartState | undefined> => {
  const query = { hashes: [part.hash], nativeId: order.nativeId, since: order.attempt.firstSentAt }
  const [found] = await readParts(session, seen, query).catch(ifUnavailable(() => []))
  return found
}
