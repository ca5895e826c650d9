/** The end of a list that has more. Its button stays in place, and keeps the focus: while more is read, and if no more is shown. */

import { useRef } from 'preact/hooks'
import type { Live } from '../live/use-live.ts'

interface Props {
  readonly of: Live<unknown>
  /** How many are asked for now, how many more at the next press, and how many at most. */
  readonly shown: number
  readonly step?: number
  readonly most?: number
  readonly hasMore: boolean
  readonly show: (shown: number) => void
  /** How others are found than the first ones. */
  readonly beyond?: string
}

export const ShowMore = ({
  of: { isOutgrown, problem },
  shown,
  step = 100,
  most = 1_000,
  hasMore,
  show,
  beyond = 'The API lists all.',
}: Props) => {
  const wasPressed = useRef(false)
  const isReading = isOutgrown && problem === null
  const isEnd = !isOutgrown && (!hasMore || shown >= most)
  if (!(hasMore || isOutgrown || wasPressed.current)) return null
  return (
    <div class="inside">
      <button
        type="button"
        class="button"
        aria-disabled={isReading || isEnd}
        onClick={() => {
          wasPressed.current = true
          if (!(isReading || isEnd)) show(Math.min(most, shown + step))
        }}
      >
        {isReading ? 'Loading…' : isEnd ? (hasMore ? `First ${most}. ${beyond}` : 'No more') : 'Show more'}
      </button>
    </div>
  )
}
