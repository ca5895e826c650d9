/** Follows a closing order to its end, and says how it ended. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { tell } from '../../live/topics.ts'
import { sayHere } from '../../notifications/said-here.ts'
import { outcomeOf } from '../order/outcome-of.ts'
import { isFinal } from '../order/status-badge.tsx'
import { say, sayBad } from '../toasts.tsx'

const PATIENCE_MS = 60_000
const PAUSE_MS = 500

export const tellOutcome = async (order_id: string, market: string): Promise<void> => {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    sayHere(order_id)
    const { data: order } = await orderOf(order_id)
    if (order !== null && isFinal(order)) {
      const sentence = `Closing ${market}: ${outcomeOf(order)}.`
      if (order.status === 'EXECUTED') say(sentence)
      else sayBad(sentence)
      tell('orders', 'positions', 'fills')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  sayBad(`Closing ${market}: the order has not ended yet. Look at your orders.`)
}

const orderOf = async (order_id: string) => {
  const answer = await ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } }))
  return { data: answer.ok ? answer.data : null }
}
