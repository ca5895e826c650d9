/** Why an order was rejected, as a sentence for people. */

import type { Order } from '../../trading-client.ts'

export const rejection = ({ reject_reason }: Pick<Order, 'reject_reason'>): string => {
  const reason = reject_reason ?? 'without a reason'
  return `The order was rejected: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}
