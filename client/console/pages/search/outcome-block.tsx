/** Some outcomes of an event, whose prices are read together while a part of them is on the screen. */

import type { Market } from '../../api/types.ts'
import { useQuotes } from '../../live/use-quotes.ts'
import { useShown } from '../../live/use-shown.ts'
import { moveBetweenRows } from '../../parts/market-rows/move-between-rows.ts'
import { OutcomeRow } from './outcome-row.tsx'

interface Props {
  readonly markets: readonly Market[]
  readonly charted: readonly number[]
}

export const OutcomeBlock = ({ markets, charted }: Props) => {
  const [place, isShown] = useShown<HTMLTableSectionElement>()
  const quotes = useQuotes(isShown ? markets.map(({ svc_id }) => svc_id) : [])
  return (
    <tbody ref={place} onKeyDown={moveBetweenRows}>
      {markets.map((market) => (
        <OutcomeRow
          key={market.svc_id}
          market={market}
          quote={quotes.get(market.svc_id)}
          line={charted.indexOf(market.svc_id)}
        />
      ))}
    </tbody>
  )
}
