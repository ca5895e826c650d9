/** Some rows of markets, whose prices are read together while a part of them is on the screen. */

import type { Market } from '../../api/types.ts'
import { useQuotes } from '../../live/use-quotes.ts'
import { useShown } from '../../live/use-shown.ts'
import { MarketRow } from './market-row.tsx'
import { moveBetweenRows } from './move-between-rows.ts'

interface Props {
  readonly markets: readonly Market[]
  readonly hasPictures: boolean
  readonly list: string | undefined
}

export const RowBlock = ({ markets, hasPictures, list }: Props) => {
  const [place, isShown] = useShown<HTMLTableSectionElement>()
  const quotes = useQuotes(isShown ? markets.map(({ svc_id }) => svc_id) : [])
  return (
    <tbody ref={place} onKeyDown={moveBetweenRows}>
      {markets.map((market) => (
        <MarketRow
          key={market.svc_id}
          market={market}
          quote={quotes.get(market.svc_id)}
          hasPictures={hasPictures}
          list={list}
        />
      ))}
    </tbody>
  )
}
