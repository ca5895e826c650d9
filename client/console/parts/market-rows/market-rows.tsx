/** Markets as dense rows that lead to them: live prices, the change of a day, volume, and the time left. Up and down move between the rows. */

import type { Market } from '../../api/types.ts'
import { useWatchlists } from '../../watchlists/use-watchlists.ts'
import { blocksOf } from './blocks-of.ts'
import { isPicture } from './is-picture.ts'
import { MarketRow } from './market-row.tsx'
import { RowBlock } from './row-block.tsx'

const HEADINGS = [
  ['Bid', 'price', 'Best bid'],
  ['Ask', 'price', 'Best ask'],
  ['Change', 'change', 'Last price against that of 24 hours ago'],
  ['Week', 'week', 'Prices of the last seven days'],
  ['24 h volume', 'volume', 'Volume of the last 24 hours'],
  ['Ends in', 'ends', 'Time until the market ends'],
] as const

interface Props {
  readonly markets: readonly Market[]
  /** The watchlist that is shown. */
  readonly list?: string | undefined
}

export const MarketRows = ({ markets, list }: Props) => {
  useWatchlists()
  const hasPictures = markets.some(({ image_url }) => isPicture(image_url))
  return (
    <div class="market-rows">
      <table class="markets">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" class="exchange">
              Exchange
            </th>
            {HEADINGS.map(([title, kind, meaning]) => (
              <th key={title} scope="col" class={`end ${kind}`} title={meaning}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {blocksOf(markets).map((block) => (
          <RowBlock
            key={block[0]?.svc_id}
            markets={block}
            row={(market, quote) => (
              <MarketRow key={market.svc_id} market={market} quote={quote} hasPictures={hasPictures} list={list} />
            )}
          />
        ))}
      </table>
    </div>
  )
}
