/** Events as rows that lead to their markets. The prices of their most traded markets are live while the rows are on the screen. */

import { blocksOf } from '../../parts/market-rows/blocks-of.ts'
import { isPicture } from '../../parts/market-rows/is-picture.ts'
import { EventBlock, type ListedEvent } from './event-block.tsx'

export const EventRows = ({ events }: { readonly events: readonly ListedEvent[] }) => {
  const hasPictures = events.some(({ image_url }) => isPicture(image_url))
  return (
    <div class="market-rows">
      <table class="markets of-events">
        <thead>
          <tr>
            <th scope="col">Event</th>
            <th scope="col" class="tops" title="Its most traded markets, with the chance of each">
              Most traded
            </th>
            <th scope="col" class="exchange">
              Exchange
            </th>
            <th scope="col" class="end count">
              Markets
            </th>
            <th scope="col" class="end volume">
              24 h volume
            </th>
            <th scope="col" class="end ends">
              Ends in
            </th>
          </tr>
        </thead>
        {blocksOf(events, EVENTS).map((block) => (
          <EventBlock key={block[0]?.event_id} events={block} hasPictures={hasPictures} />
        ))}
      </table>
    </div>
  )
}

/** Their markets, three each, are no more than a block of markets. */
const EVENTS = 6
