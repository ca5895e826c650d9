/** How old a price is by the exchange's own time. Old prices stand out. */

import { span } from '../../format/time.ts'
import { now } from '../../live/clock.ts'
import { useOpened } from '../../live/use-opened.ts'
import { Badge } from '../badge.tsx'

interface Props {
  readonly asOf: string | null
  /** From this age on it is called stale. */
  readonly staleAfterS?: number
}

export const Age = ({ asOf, staleAfterS = 20 }: Props) => {
  const isOpened = useOpened()
  if (asOf === null) return null
  const age = now.value - Date.parse(asOf)
  return !isOpened || age < staleAfterS * 1_000 ? (
    <span class="muted small">{span(age)} ago</span>
  ) : (
    <Badge kind="busy">Stale: {span(age)} old</Badge>
  )
}
