/** The first events of a search, in short. */

import type { components } from '../../../openapi-types.ts'
import { count } from '../../format/words.ts'
import { to } from '../../shell/navigation/route.ts'

export const FoundEvents = ({ events }: { readonly events: readonly components['schemas']['Event'][] }) => (
  <ul class="found-events" aria-label="Events">
    {events.map(({ event_id, title, market_count }) => (
      <li key={event_id}>
        <a href={to('events', event_id)}>
          <span class="strong">{title}</span>
          <span class="muted">{count(market_count, 'market')}</span>
        </a>
      </li>
    ))}
  </ul>
)
