/** Sends to the paper exchange: new orders, look-ups, and identities that are used up. */

import { type Price, price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { CLOSED_MARKET } from '#domain/orders/refusals/closed-market.ts'
import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import { enterBook, type MetMarket, type PaperRefusal } from '#domain/paper/enter-book.ts'
import {
  deadPaperOrder,
  isDead,
  newPaperOrder,
  type PaperOrder,
  type PaperOrderRequest,
} from '#domain/paper/paper-order.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { limitOf } from '../kalshi/orders/request-body.ts'
import { isLater, meetMarket, targetOf } from './meet-market.ts'
import { toOrderReport } from './order-report.ts'
import type { PaperAccounts, PaperDesk } from './paper-accounts.ts'
import { paperIdOf } from './paper-id.ts'
import type { PaperOptions } from './paper-options.ts'

/** A send that has not decided by then gives up, so that a look-up a minute later proves that there is no order. */
const DECIDES_WITHIN = 30 * SECOND
/** A look-up that finds nothing after so long proves that no send is under way. */
const ARRIVES_WITHIN = MINUTE

export const submitting = (
  options: PaperOptions,
  accounts: PaperAccounts,
): Pick<Exchange, 'submit' | 'lookUp' | 'invalidateIdentity'> => {
  const { clock, rules } = options
  const requestOf = (order: OutboundOrder): PaperOrderRequest => ({
    ...order,
    paperId: paperIdOf(order.attempt.identity),
    identity: order.attempt.identity,
    price: limitIn(order),
    expiresAt: order.timeInForce === 'GTD' ? order.expiresAt : null,
    onlyCloses: rules.onlyCloses(order),
  })

  const find = (account: ExchangeAccount, order: OutboundOrder): Promise<PaperOrder | null> =>
    accounts.order(account, paperIdOf(order.attempt.identity))

  const enter = (
    account: ExchangeAccount,
    order: OutboundOrder,
    met: MetMarket,
    begun: Millis,
  ): Promise<SubmitOutcome> =>
    accounts.change<SubmitOutcome>(account, async (desk) => {
      if ((await find(account, order)) !== null) return { result: { kind: 'duplicate' }, change: null }
      const now = clock()
      if (now - begun > DECIDES_WITHIN) return { result: TOO_LATE, change: null }
      const arriving = newPaperOrder(requestOf(order), now)
      const entered = enterBook({ ...arrivalAt(desk), order: arriving, firstPart: rules.firstPart(order), now }, met)
      if (entered.kind === 'killed') return { result: KILLED, change: null }
      if (entered.kind === 'refused') return { result: refused(options, order, entered.refusal), change: null }
      return { result: { kind: 'accepted', order: toOrderReport(entered.order) }, change: entered.change }
    })

  return {
    submit: async (account, order, signal) => {
      const begun = clock()
      if ((await find(account, order)) !== null) return { kind: 'duplicate' }
      const met = await meetMarket(options, targetOf(order), signal)
      if (met === null) return { kind: 'rejected', ...rules.refusal('market_not_found', order) }
      if (isLater(met)) return met
      return enter(account, order, met, begun).catch(
        ifUnavailable(({ message }): SubmitOutcome => ({ kind: 'later', reason: message, retryAfterMs: SECOND })),
      )
    },

    lookUp: async (account, order) => {
      const found = await find(account, order)
      if (found !== null && !isDead(found)) return { kind: 'found', order: toOrderReport(found) }
      const isSure = found !== null || clock() - order.attempt.lastSentAt >= ARRIVES_WITHIN
      return isSure ? { kind: 'absent', watchMs: 0 } : { kind: 'not_seen' }
    },

    invalidateIdentity: (account, order) =>
      accounts
        .change<Awaited<ReturnType<Exchange['invalidateIdentity']>>>(account, async ({ account: stored }) => {
          const found = await find(account, order)
          if (found !== null) return { result: isDead(found) ? DEAD : { kind: 'arrived' }, change: null }
          const dead = deadPaperOrder(requestOf(order), clock())
          return { result: DEAD, change: { account: stored, orders: [dead], fills: [] } }
        })
        .catch(ifUnavailable(({ message }) => ({ kind: 'unknown', error: message }) as const)),
  }
}

const arrivalAt = ({ account, orders }: PaperDesk) => ({ account, others: orders })

const DEAD = { kind: 'dead', watchMs: 0 } as const
const KILLED = { kind: 'killed', reason: 'Not enough was on the book to fill the order at once.' } as const
const TOO_LATE = {
  kind: 'later',
  reason: 'The paper book took too long; the order waits.',
  retryAfterMs: null,
} as const

const limitIn = (order: OutboundOrder): Price => price(limitOf(order))

const refused = (
  { rules }: Pick<PaperOptions, 'rules'>,
  order: OutboundOrder,
  refusal: PaperRefusal,
): SubmitOutcome => {
  if (refusal === 'market_closed') return { kind: 'rejected', ...CLOSED_MARKET }
  if (refusal === 'market_paused') return PAUSED
  return { kind: 'rejected', ...rules.refusal(refusal, order) }
}

const PAUSED: SubmitOutcome = {
  kind: 'later',
  reason: 'The market takes no orders at the moment; the order waits.',
  retryAfterMs: null,
  refusing: 'market_paused',
}
