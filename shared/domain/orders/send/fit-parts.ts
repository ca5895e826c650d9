/** Fits an order that only closes to the parts it was prepared in, if the account can offer less than was requested. */

import { add, remaining, smallest, sumOf } from '../../kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '../../kernel/time.ts'
import { replacedQty } from '../fills/whole-report.ts'
import type { Order } from '../order.ts'
import { isOfProtect, isRestingExit } from '../origin.ts'
import { onlyReduces } from '../position/reducible.ts'
import type { SendStep } from '../steps/send-step.ts'
import { reschedule } from '../transitions/reschedule.ts'
import { offerLess, reduceTo } from '../transitions/resize.ts'
import type { Facts } from './facts.ts'
import { SETTLING } from './fit-holdings.ts'
import type { Preparation } from './send-outcome.ts'
import { read, requeue, type Sized, type Step } from './step.ts'

/** A prepared request, its number among the attempts of the order, and its step. */
export type Prepared = Extract<Preparation, { readonly kind: 'ready' }> & {
  readonly number: number
  readonly step: SendStep | null
}

/**
 * Waits for trades to settle if shares are missing: bought shares cannot be sold before. An order that must act now waits for half of its
 * time, and then sells the settled shares. A protect stop does not wait: another of its orders sells the rest.
 */
export const awaitShares = (order: Order, { parts }: Prepared, facts: Facts, now: Millis): Step | null => {
  if (parts === undefined || !onlyReduces(order) || isOfProtect(order)) return null
  const offered = add(
    sumOf(parts, ({ qty }) => qty),
    replacedQty(order),
  )
  if (offered >= order.qty) return null
  const { areSharesSettling } = facts
  if (areSharesSettling !== undefined)
    return areSharesSettling ? requeue(reschedule(order, SETTLING, SECOND, now), SETTLING) : null
  const patience = order.sendBy === null ? MINUTE : (order.sendBy - order.createdAt) / 2
  return now - order.createdAt < patience ? read('areSharesSettling') : null
}

/** How often an exit looks for more shares, a second apart. An order that acts at once soon frees its unsold shares, and reads lag. */
const BELIEVED_AFTER = 4

/**
 * Makes an order that only closes as large as its parts. Other orders keep their quantity: the rest that cannot trade ends with them.
 */
export const fitToParts = (order: Order, { parts, offeredBeside }: Prepared, now: Millis): Sized => {
  if (parts === undefined) return { kind: 'sized', order }
  const offered = sumOf(parts, ({ qty }) => qty)
  if (onlyReduces(order)) return { kind: 'sized', order: reduceTo(order, add(offered, replacedQty(order)), now) }
  const lacking = remaining(order.qty, offered)
  if (lacking === 0 || !isRestingExit(order)) return { kind: 'sized', order }
  if (order.retries < BELIEVED_AFTER) return requeue(reschedule(order, FEWER_SHARES, SECOND, now), FEWER_SHARES)
  const beside = smallest(lacking, offeredBeside ?? lacking)
  return { kind: 'sized', order: offerLess(order, offered, remaining(lacking, beside), now) }
}

const FEWER_SHARES = 'the account has less to sell than this exit is to; looking again'
