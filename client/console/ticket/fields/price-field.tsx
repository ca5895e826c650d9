/** A price of the ticket, in cents of its outcome. The arrow keys step it on the grid of the market. */

import type { ComponentProps } from 'preact'
import { dollarsToCents, readCents } from '../../format/price.ts'
import { stepPrice } from '../draft/step-price.ts'
import { DraftField } from './draft-field.tsx'

/** `isAmount`: it is no price, but a distance between prices. */
export const PriceField = ({
  isAmount = false,
  ...props
}: ComponentProps<typeof DraftField> & { isAmount?: boolean }) => {
  const { steps, book, mark } = props.view
  const first = isAmount ? 0 : (mark ?? book.asks[0]?.price ?? book.bids[0]?.price ?? null)
  return (
    <DraftField
      {...props}
      stepped={(typed, count) => {
        const { value, fault } = readCents(typed)
        const from = value ?? first
        return fault !== null || from === null ? null : dollarsToCents(stepPrice(steps, from, count))
      }}
    />
  )
}
