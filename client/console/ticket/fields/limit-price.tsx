/** The price of a LIMIT order, with the best prices of now to pick. */

import { dollarsToCents, price } from '../../format/price.ts'
import { onGrid } from '../../format/price-steps.ts'
import type { FieldsProps } from './fields-props.ts'
import { PriceField } from './price-field.tsx'

export const LimitPrice = (props: FieldsProps) => {
  const { steps, book } = props.view
  const [bid, ask] = [book.bids[0]?.price, book.asks[0]?.price]
  const middle = bid === undefined || ask === undefined ? undefined : onGrid(steps, (bid + ask) / 2)
  const offers = [
    ['Bid', bid],
    ['Mid', middle],
    ['Ask', ask],
  ] as const
  return (
    <div class="with-picks">
      <PriceField {...props} of="price" label="Limit price, ¢" placeholder="45" />
      <div class="picks">
        {offers.map(([name, at]) => (
          <button
            key={name}
            type="button"
            class="button compact"
            disabled={at === undefined}
            onClick={() => at !== undefined && props.set({ price: dollarsToCents(at), isPriceOwn: true })}
          >
            {name} {price(at)}
          </button>
        ))}
      </div>
    </div>
  )
}
