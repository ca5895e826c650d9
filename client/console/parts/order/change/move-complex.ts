/** Moves a stop or an exit: places it at the new price and cancels the old one, in the order that is safe. */

import { type Answer, ask, type Fault, type Problem } from '../../../api/ask.ts'
import { api } from '../../../api/client.ts'
import { sendOnce } from '../../../api/send-once.ts'
import type { ComplexOrder } from '../../../api/types.ts'
import { price as cents } from '../../../format/price.ts'
import { isResting, type Move } from './move-of.ts'

/** Answers with a sentence about how it ended. A problem says what still stands. */
export const moveComplex = (order: ComplexOrder, move: Move, price: number, qty: number): Promise<Answer<string>> =>
  move.isShared ? newFirst(order, move, price, qty) : oldFirst(order, move, price, qty)

const newFirst = async (order: ComplexOrder, move: Move, price: number, qty: number): Promise<Answer<string>> => {
  const placed = await place(order, move, price, qty)
  if (!placed.ok) return failed(placed.problem, `The old one at ${cents(move.price)} stays.`)
  const reason = await cancel(order)
  return said(
    reason === null
      ? `Moved to ${cents(price)}.`
      : `The new one stands at ${cents(price)}. The old one was not cancelled: ${reason} Together they trade no more than one.`,
  )
}

const oldFirst = async (order: ComplexOrder, move: Move, price: number, qty: number): Promise<Answer<string>> => {
  const reason = await cancel(order)
  if (reason !== null) return failed({ status: 409, code: 'not_cancelled', detail: reason, retryAfterS: null }, '')
  const placed = await place(order, move, price, qty)
  if (placed.ok) return said(`Moved to ${cents(price)}.`)
  if (placed.problem.status === 0 || placed.problem.status >= 500)
    return failed(placed.problem, `The old one at ${cents(move.price)} is cancelled.`)
  const restored = await place(order, move, move.price, move.qty)
  return failed(
    placed.problem,
    restored.ok
      ? `It stands at ${cents(move.price)} again.`
      : `The old one is cancelled and could not be placed again: ${restored.problem.detail}`,
  )
}

/** One key for each order and place: pressed again after all answers were lost, it places one. */
const place = ({ complex_order_id }: ComplexOrder, { bodyAt }: Move, price: number, qty: number) => {
  const body = bodyAt(price, qty)
  const key = `move ${complex_order_id} to ${price} for ${qty}`
  return sendOnce((once) => api.POST('/v1/complex-orders', { body, ...once }), key)
}

/** Why it was not cancelled; null if it was. An order that already rests at the exchange is cancelled there. */
const cancel = async (order: ComplexOrder): Promise<string | null> => {
  const { complex_order_id, conditional_order } = order
  const orderId = conditional_order?.trigger_svc_order_id ?? ''
  if (isResting(order)) {
    const answer = await ask(api.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: orderId } } }))
    return answer.ok ? (Object.values(answer.data.failed_cancelled_reasons)[0] ?? null) : answer.problem.detail
  }
  const path = { complex_order_id }
  const answer = await ask(api.DELETE('/v1/complex-orders/{complex_order_id}', { params: { path } }))
  return answer.ok ? (Object.values(answer.data.failed_cancelled_complex_order_ids)[0] ?? null) : answer.problem.detail
}

const said = (data: string): Answer<string> => ({ ok: true, data })

const failed = (problem: Problem, rest: string): Answer<never> => ({
  ok: false,
  problem: {
    ...problem,
    detail: `${problem.detail} ${rest}`.trim(),
    ...(problem.faults === undefined
      ? {}
      : { faults: [...problem.faults.map(inQuestion), { path: '', sentence: rest }] }),
  },
})

/** At the field of the question, whichever price of the request it becomes. */
const inQuestion = ({ path, sentence }: Fault): Fault => ({ path: /(price|qty)$/.exec(path)?.[0] ?? path, sentence })
