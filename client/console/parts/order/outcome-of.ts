/** How an order stands, in a few words: `Filled 10 at 20.5¢`, `Resting, 0 of 10`, or why it was refused. */

import type { Order } from '../../api/types.ts'
import { averagePrice } from '../../format/average-price.ts'
import { cancelReason, ownWords } from '../../format/own-words.ts'
import { quantity } from '../../format/quantity.ts'

export const outcomeOf = (order: Order): string => {
  const { status, qty, traded_qty, average_price, reject_reason, cancel_reason, last_error } = order
  const filled = `${quantity(traded_qty)}${average_price === null ? '' : ` at ${averagePrice(average_price)}`}`
  const part = `${filled} of ${quantity(qty)}`
  switch (status) {
    case 'EXECUTED':
      return `Filled ${filled}`
    case 'RESTING':
    case 'PARTIALLY_FILLED':
      return traded_qty > 0 ? `Filled ${part} so far` : `Resting, 0 of ${quantity(qty)}`
    case 'REJECTED':
      return `Rejected: ${bare(reject_reason ?? 'no reason was told', order.reject_code)}`
    case 'CANCELLED':
    case 'EXPIRED': {
      const end = status === 'EXPIRED' ? 'Expired' : 'Cancelled'
      const reason = cancel_reason === null ? '' : ` (${cancelReason(cancel_reason)})`
      return traded_qty > 0
        ? `Filled ${part}, the rest ${end.toLowerCase()}${reason}`
        : `${end}${reason}, nothing filled`
    }
    case 'PROCESSING':
      return last_error === null ? 'On its way' : `Outcome unknown, the service is finding out: ${bare(last_error)}`
    case 'PENDING_SUBMISSION':
      return last_error === null ? 'On its way' : `Waits: ${bare(last_error)}`
  }
}

/** In words of the console, as a part of a sentence. */
const bare = (reason: string, code: string | null = null): string => ownWords(reason, code ?? '').replace(/\.$/, '')
