/** The depth of the book. A click on a level sets the price of the ticket. */

import type { components } from '../../../../openapi-types.ts'
import type { Market, Order } from '../../../api/types.ts'
import { price } from '../../../format/price.ts'
import { priceIn } from '../../../format/price-in.ts'
import type { Live } from '../../../live/use-live.ts'
import { LiveView } from '../../../parts/live-view.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Level } from './level.tsx'
import { rungsOf } from './rungs-of.ts'

interface Props {
  readonly book: Live<components['schemas']['Orderbook']>
  readonly market: Market
  readonly own: readonly Order[]
  /** Price of the newest trade; null if none is known. */
  readonly last: number | null
  /** Takes the YES price, in dollars. */
  readonly pick: (price: number) => void
}

/** As many levels of each side are shown on a low screen. */
const SHALLOW = 7

export const Ladder = ({ book, market, own, last, pick }: Props) => (
  <Panel title="Order book" class="book" aside={<span class="muted small">contracts</span>}>
    <div class="ladder">
      <div class="heads" aria-hidden="true">
        <span>Price</span>
        <span>Size</span>
        <span>Total</span>
      </div>
      <LiveView of={book}>
        {({ orderbook: { bids, asks }, message }) => {
          const sides = {
            ask: rungsOf(asks, own.filter(isSell)),
            bid: rungsOf(bids, own.filter(isBuy)),
          }
          const deepest = Math.max(1, ...[...sides.ask, ...sides.bid].map((rung) => rung?.total ?? 0))
          const first = asks.length === 0 ? 'bid' : 'ask'
          const rows = (side: 'bid' | 'ask') =>
            sides[side].map((rung, depth) => {
              const isDeep = depth >= SHALLOW
              return rung === null ? (
                <div key={`${side} ${depth}`} class={`level${isDeep ? ' deep' : ''}`} />
              ) : (
                <Level
                  key={`${side} at ${rung.price}`}
                  side={side}
                  rung={rung}
                  cents={priceIn(market, rung.price)}
                  share={rung.total / deepest}
                  isDeep={isDeep}
                  isFirst={side === first && depth === 0}
                  pick={() => pick(rung.price)}
                />
              )
            })
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
            <div role="group" aria-label="Levels, from the highest price to the lowest" onKeyDown={step}>
              {rows('ask').reverse()}
              <Middle bid={bids[0]?.price} ask={asks[0]?.price} last={priceIn(market, last)} message={message} />
              {rows('bid')}
            </div>
          )
        }}
      </LiveView>
    </div>
  </Panel>
)

interface MiddleProps {
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly last: string
  readonly message: string | null
}

const Middle = ({ bid, ask, last, message }: MiddleProps) => (
  <div class="spread">
    <span>
      Last <b>{last}</b>
    </span>
    {bid === undefined || ask === undefined ? (
      <span>{message ?? (bid === ask ? 'The book is empty.' : 'One side is empty.')}</span>
    ) : (
      <>
        <span>Mid {price((bid + ask) / 2)}</span>
        <span>Spread {price(ask - bid)}</span>
      </>
    )}
  </div>
)

const isBuy = ({ buy_flag }: Order): boolean => buy_flag
const isSell = ({ buy_flag }: Order): boolean => !buy_flag

/** The arrow keys go from level to level. */
const step = (event: KeyboardEvent): void => {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const { currentTarget, target } = event
  if (by === 0 || !(currentTarget instanceof HTMLElement) || !(target instanceof HTMLButtonElement)) return
  event.preventDefault()
  const levels = [...currentTarget.querySelectorAll('button')].filter((level) => level.offsetParent !== null)
  levels[levels.indexOf(target) + by]?.focus()
}
