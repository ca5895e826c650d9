/** Best bid and ask, last price and volume, and how old they are. */

import type { components } from '../../../../openapi-types.ts'
import type { Market } from '../../../api/types.ts'
import { shortMoney } from '../../../format/money.ts'
import { ownWords } from '../../../format/own-words.ts'
import { priceIn } from '../../../format/price-in.ts'
import { quantity } from '../../../format/quantity.ts'
import { time } from '../../../format/time.ts'
import { now } from '../../../live/clock.ts'
import type { Live } from '../../../live/use-live.ts'
import { useOpened } from '../../../live/use-opened.ts'
import { Age } from '../../../parts/figures/age.tsx'
import { Note } from '../../../parts/note.tsx'

interface Props {
  readonly book: Live<components['schemas']['Orderbook']>
  readonly market: Market
  /** Price of the newest trade that the page knows; null before it knows one. */
  readonly lastPrint: number | null
}

/** A market that is read each few seconds in place of its stream is younger. */
const OLD_MS = 10_000

export const QuoteLine = ({ book: { data, problem, at }, market, lastPrint }: Props) => {
  const { bids = [], asks = [], as_of = null } = data?.orderbook ?? {}
  const isOpened = useOpened()
  // Why the exchange's own stream does not show the market just now.
  const isOld = isOpened && as_of !== null && now.value - Date.parse(as_of) > OLD_MS
  const doubt = isOld && bids.length + asks.length > 0 ? (data?.message ?? null) : null
  return (
    <div class="stack quotes">
      {doubt === null || problem !== null ? null : <Note kind="warn">These prices may be old: {ownWords(doubt)}</Note>}
      {problem === null ? null : (
        <Note kind="warn">
          No live prices: {problem.detail} {at === null ? '' : `Shown are those of ${time(at)}.`}
        </Note>
      )}
      <div class="row between">
        <dl class="quote">
          <div>
            <dt>Bid</dt>
            <dd class="buy">{priceIn(market, bids[0]?.price)}</dd>
          </div>
          <div>
            <dt>Ask</dt>
            <dd class="sell">{priceIn(market, asks[0]?.price)}</dd>
          </div>
          <div>
            <dt>Last</dt>
            <dd>{priceIn(market, lastPrint ?? market.last_price)}</dd>
          </div>
          <div>
            <dt>24 h volume</dt>
            <dd>{shortMoney(market.volume_24h)}</dd>
          </div>
          <div>
            <dt>Open interest</dt>
            <dd>{quantity(market.open_interest)}</dd>
          </div>
        </dl>
        <Age asOf={as_of} />
      </div>
    </div>
  )
}
