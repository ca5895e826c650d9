/** Some rows of markets, whose prices are read together while a part of them is on the screen. */

import type { ComponentChild } from 'preact'
import type { Market, Quote } from '../../api/types.ts'
import { useQuotes } from '../../live/use-quotes.ts'
import { useShown } from '../../live/use-shown.ts'
import { moveBetweenRows } from './move-between-rows.ts'

interface Props {
  readonly markets: readonly Market[]
  readonly row: (market: Market, quote: Quote | undefined) => ComponentChild
}

export const RowBlock = ({ markets, row }: Props) => {
  const [place, isShown] = useShown<HTMLTableSectionElement>()
  const quotes = useQuotes(isShown ? markets.map(({ svc_id }) => svc_id) : [])
  return (
    <tbody ref={place} onKeyDown={moveBetweenRows}>
      {markets.map((market) => row(market, quotes.get(market.svc_id)))}
    </tbody>
  )
}
