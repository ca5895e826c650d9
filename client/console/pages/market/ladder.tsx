/** The depth of the book. A click on a level sets the price of the ticket. */

import type { components } from '../../../openapi-types.ts'
import type { Order } from '../../api/types.ts'
import { dollarsToCents, price } from '../../format/price.ts'
import type { Live } from '../../live/use-live.ts'
import { LiveView } from '../../parts/live-view.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Level } from './level.tsx'

interface Props {
  readonly book: Live<components['schemas']['Orderbook']>
  readonly own: readonly Order[]
  /** Takes the price in cents. */
  readonly pick: (cents: string) => void
}

export const Ladder = ({ book, own, pick }: Props) => {
  const ownPrices = new Set(own.map((order) => order.price))
  return (
    <Panel title="Order book" aside={<span class="muted small">contracts</span>}>
      <LiveView of={book}>
        {({ orderbook: { bids, asks }, message }) => {
          const deepest = Math.max(1, ...bids.map(({ qty }) => qty), ...asks.map(({ qty }) => qty))
          const [bid, ask] = [bids[0]?.price, asks[0]?.price]
          return (
            <div class="ladder">
              {[...asks].reverse().map((level) => (
                <Level
                  key={`ask ${level.price}`}
                  side="ask"
                  {...level}
                  share={level.qty / deepest}
                  isOwn={ownPrices.has(level.price)}
                  pick={() => pick(dollarsToCents(level.price))}
                />
              ))}
              <div class="spread">
                <span>Spread</span>
                <span>
                  {bid === undefined || ask === undefined ? (message ?? 'one side is empty') : price(ask - bid)}
                </span>
              </div>
              {bids.map((level) => (
                <Level
                  key={`bid ${level.price}`}
                  side="bid"
                  {...level}
                  share={level.qty / deepest}
                  isOwn={ownPrices.has(level.price)}
                  pick={() => pick(dollarsToCents(level.price))}
                />
              ))}
              {bids.length + asks.length === 0 ? <p class="empty">The book is empty.</p> : null}
            </div>
          )
        }}
      </LiveView>
    </Panel>
  )
}
