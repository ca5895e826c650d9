/** Cancels orders and waits until none of them is on its book any more. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { isFinal } from '../order/status-badge.tsx'

/** As patient as an exchange that is slow. */
const PATIENCE_MS = 20_000
const PAUSE_MS = 500

/** A problem says that not all of them are cancelled; then the close stops. */
export const cancelOffers = async (ids: readonly string[]): Promise<Answer<null>> => {
  for (const order_id of ids) {
    const answer = await ask(api.DELETE('/v1/orders/{order_id}', { params: { path: { order_id } } }))
    // An order that has ended meanwhile offers nothing any more: the wait below sees that.
    if (!answer.ok && answer.problem.status !== 409) return answer
  }
  const end = Date.now() + PATIENCE_MS
  let open = [...ids]
  while (open.length > 0) {
    if (Date.now() > end) return STILL_OPEN
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const left: string[] = []
    for (const order_id of open) {
      const answer = await ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } }))
      if (!answer.ok || !isFinal(answer.data)) left.push(order_id)
    }
    open = left
  }
  return { ok: true, data: null }
}

const STILL_OPEN: Answer<never> = {
  ok: false,
  problem: {
    status: 409,
    code: 'not_cancelled',
    detail: 'Not all of them are cancelled yet. The position is not closed: look, and close it again.',
    retryAfterS: null,
  },
}
