/** The outcomes of an event, the likeliest first, each with buttons that lead to its ticket. */

import { useState } from 'preact/hooks'
import type { Market } from '../../api/types.ts'
import { BLOCK, blocksOf } from '../../parts/market-rows/blocks-of.ts'
import { RowBlock } from '../../parts/market-rows/row-block.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useWatchlists } from '../../watchlists/use-watchlists.ts'
import { OutcomeRow } from './outcome-row.tsx'

interface Props {
  /** In the order in which they are shown. */
  readonly markets: readonly Market[]
  /** The markets that the chart shows, in the order of its colours. */
  readonly charted: readonly number[]
}

export const OutcomeLadder = ({ markets, charted }: Props) => {
  useWatchlists()
  const [blocks, setBlocks] = useState(1)
  const shown = blocksOf(markets).slice(0, blocks)
  const left = markets.length - shown.flat().length
  return (
    <Panel title="Outcomes">
      <div class="market-rows">
        <table class="markets outcomes">
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              <th scope="col" class="end chance">
                Chance
              </th>
              <th scope="col" class="end change" title="Last price against that of 24 hours ago">
                Change
              </th>
              <th scope="col" class="end week" title="Prices of the last seven days">
                Week
              </th>
              <th scope="col" class="end volume">
                24 h volume
              </th>
              <th scope="col" class="end buttons">
                Buy
              </th>
            </tr>
          </thead>
          {shown.map((block) => (
            <RowBlock
              key={block[0]?.svc_id}
              markets={block}
              row={(market, quote) => (
                <OutcomeRow key={market.svc_id} market={market} quote={quote} line={charted.indexOf(market.svc_id)} />
              )}
            />
          ))}
        </table>
      </div>
      {left === 0 ? null : (
        <div class="inside">
          <button type="button" class="button" onClick={() => setBlocks(blocks + 2)}>
            Show {Math.min(left, 2 * BLOCK)} more
          </button>
        </div>
      )}
    </Panel>
  )
}
