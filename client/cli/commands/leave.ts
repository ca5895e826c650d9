/** Commands that leave positions: one market, all of them, or everything there is. */

import { type Command, CommandFailed, type Options, type Session, show } from '../command.ts'
import { findMarket } from '../find/find-market.ts'
import { rejection } from '../refusals/rejection.ts'
import { sendOnce } from '../send-once.ts'
import { waitOf } from '../typed/options.ts'
import { priceOf, subaccountOf } from '../typed/read-words.ts'
import { CONTINUES, drawOutcomes } from './orders.ts'

const LEAVE_OPTIONS = {
  '--max-slippage <dollars>': 'how far from the best price it may trade',
  '--wait <seconds>': 'longest wait for the end (default: 5)',
} as const

export const close: Command = {
  group: 'Portfolio',
  words: '[market]',
  does: 'closes the position in a market, or every position, at the market; orders and stops stay',
  options: LEAVE_OPTIONS,
  typedAs: { max_slippage: '--max-slippage' },
  run: async (session, [text], options) => {
    const seconds = waitOf(options, 5)
    const market = text === undefined ? null : await findMarket(session.client, text)
    const body = {
      subaccount_id: subaccountOf(session),
      ...(market === null ? {} : { svc_id: market.svc_id }),
      ...slippageOf(options),
    }
    const placed = await sendOnce(session, (key) =>
      session.client.POST('/v1/positions/close', {
        params: { header: { 'Idempotency-Key': key } },
        body,
        signal: session.signal,
      }),
    )
    await follow(session, placed, seconds)
  },
}

export const flatten: Command = {
  group: 'Portfolio',
  does: 'cancels all orders and complex orders, then closes every position at the market',
  options: LEAVE_OPTIONS,
  typedAs: { max_slippage: '--max-slippage' },
  run: async (session, _words, options) => {
    const seconds = waitOf(options, 5)
    const subaccount_id = subaccountOf(session)
    const done = await sendOnce(session, (key) =>
      session.client.POST('/v1/subaccounts/{subaccount_id}/flatten', {
        params: { path: { subaccount_id }, header: { 'Idempotency-Key': key } },
        body: slippageOf(options),
        signal: session.signal,
      }),
    )
    session.progress(
      `cancelled orders: ${done.cancelled_svc_order_ids.length}, complex orders: ${done.cancelled_complex_order_ids.length}`,
    )
    await follow(session, done, seconds)
  },
}

/** The closing orders as they end, or as they stand when the time is over. */
const follow = async <Answer extends { readonly closing_svc_order_ids: readonly string[] }>(
  session: Session,
  answer: Answer,
  seconds: number,
): Promise<void> => {
  const { client, signal } = session
  const results = await Promise.all(
    answer.closing_svc_order_ids.map((id) =>
      client.waitForOrder(id, { timeoutMs: seconds * 1_000, everyMs: 300, signal }),
    ),
  )
  const orders = results.flatMap(({ order }) => order ?? [])
  show(session, { ...answer, orders }, () =>
    orders.length === 0 ? 'There is nothing to close.' : drawOutcomes(orders, session),
  )
  if (results.some(({ kind }) => kind === 'timed_out')) session.progress(CONTINUES)
  const rejected = orders.filter(({ status }) => status === 'REJECTED')
  if (rejected.length > 0) throw new CommandFailed(rejected.map(rejection).join('\n'))
}

const slippageOf = (options: Options): { readonly max_slippage?: number } => {
  const slippage = options['max-slippage']
  return slippage === undefined ? {} : { max_slippage: priceOf(slippage, '--max-slippage') }
}
