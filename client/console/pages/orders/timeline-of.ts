/** The known events of an order's life, in the order in which they happened. */

import type { OrderWithFills } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { words } from '../../format/words.ts'

interface Step {
  readonly at: string
  readonly text: string
}

const ENDS: readonly OrderWithFills['status'][] = ['EXECUTED', 'CANCELLED', 'EXPIRED', 'REJECTED']

export const timelineOf = (order: OrderWithFills): readonly Step[] => {
  const { created_at, updated_at, cancel_requested_at, status, fills, traded_qty, fills_complete } = order
  const steps: Step[] = [
    { at: created_at, text: 'Accepted and stored' },
    ...fills.map((fill) => ({
      at: fill.exchange_timestamp,
      text: `Filled ${quantity(fill.qty)} at ${price(fill.price)}${fill.status === 'FINAL' ? '' : ` (${fill.status.toLowerCase()})`}`,
    })),
    ...(cancel_requested_at === null ? [] : [{ at: cancel_requested_at, text: 'Cancellation requested' }]),
  ]
  const known = fills.filter((fill) => fill.status !== 'REVERSED').reduce((sum, { qty }) => sum + qty, 0)
  const last = ENDS.includes(status)
    ? `${words(status)}${fills_complete || traded_qty <= known ? '' : `; fills of ${quantity(traded_qty - known)} contracts are pending`}`
    : `Now: ${words(status).toLowerCase()}`
  return [...steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)), { at: updated_at, text: last }]
}
