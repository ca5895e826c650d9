/** How old a price is by the exchange's own time. Old prices stand out. */

import { span } from '../format/time.ts'
import { now } from '../live/clock.ts'
import { Badge } from './badge.tsx'

/** From this age on a price is called stale. */
const STALE_MS = 20_000

export const Age = ({ asOf }: { readonly asOf: string | null }) => {
  if (asOf === null) return null
  const age = now.value - Date.parse(asOf)
  return age < STALE_MS ? (
    <span class="muted small">{span(age)} ago</span>
  ) : (
    <Badge kind="busy" title={`As of ${asOf}`}>
      Stale: {span(age)} old
    </Badge>
  )
}
