/** The outcomes of an event, the likeliest first, each with buttons that lead to its ticket. */

import { useState } from 'preact/hooks'
import type { Market } from '../../api/types.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWatchlists } from '../../watchlists/use-watchlists.ts'
import { OutcomeBlock } from './outcome-block.tsx'

/** As many as one request of prices asks for. */
const BLOCK = 20

interface Props {
  /** In the order in which they are shown. */
  readonly markets: readonly Market[]
  /** The markets that the chart shows, in the order of its colours. */
  readonly charted: readonly number[]
}

export const OutcomeLadder = ({ markets, charted }: Props) => {
  useWatchlists()
  const [blocks, setBlocks] = useState(1)
  const shown = Array.from({ length: Math.min(blocks, Math.ceil(markets.length / BLOCK)) }, (_, block) =>
    markets.slice(block * BLOCK, (block + 1) * BLOCK),
  )
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
            <OutcomeBlock key={block[0]?.svc_id} markets={block} charted={charted} />
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
