/** The exits of a bracket, and what each would gain or lose before fees: both are optional, and never exceed the filled quantity. */

import { gain } from '../../format/money.ts'
import { readCents } from '../../format/price.ts'
import type { FieldsProps } from './fields-props.ts'
import { PriceField } from './price-field.tsx'

export const ExitFields = (props: FieldsProps) => {
  const { draft, view } = props
  const isBuy = draft.side === 'buy'
  const best = (isBuy ? view.book.asks : view.book.bids)[0]?.price ?? null
  const entry = draft.kind === 'LIMIT' ? readCents(draft.price).value : best
  const hint = (typed: string): string => {
    const exit = readCents(typed).value
    if (exit === null || entry === null || view.qty === null) return ''
    return `≈ ${gain((isBuy ? exit - entry : entry - exit) * view.qty)}`
  }
  return (
    <div class="fields exits">
      <PriceField {...props} of="takeProfit" label="Take profit, ¢" placeholder="none" hint={hint(draft.takeProfit)} />
      <PriceField {...props} of="stopLoss" label="Stop loss, ¢" placeholder="none" hint={hint(draft.stopLoss)} />
    </div>
  )
}
