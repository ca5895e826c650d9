/** The end of a list that has more. The button stays where it is while more is read; where no more is shown, it says so, and keeps the focus. */

import { useEffect, useRef } from 'preact/hooks'
import type { Live } from '../live/use-live.ts'

interface Props {
  readonly of: Live<unknown>
  /** How many are asked for now, how many at the next press, and at most. */
  readonly shown: number
  readonly step: number
  readonly most: number
  readonly hasMore: boolean
  readonly show: (shown: number) => void
  /** How others are found than the first ones. */
  readonly beyond: string
}

export const ShowMore = ({ of: { isOutgrown, problem }, shown, step, most, hasMore, show, beyond }: Props) => {
  const wasPressed = useRef(false)
  const end = useRef<HTMLParagraphElement>(null)
  const isEnd = !isOutgrown && (!hasMore || shown >= most)
  useEffect(() => {
    if (isEnd && wasPressed.current) end.current?.focus()
  }, [isEnd])
  if (isEnd && !hasMore && !wasPressed.current) return null
  const isReading = isOutgrown && problem === null
  return (
    <div class="inside">
      {isEnd ? (
        <p class="muted small" tabIndex={-1} ref={end}>
          {hasMore ? `These are the first ${most.toLocaleString('en')}. ${beyond}` : 'These are all.'}
        </p>
      ) : (
        <button
          type="button"
          class="button"
          aria-disabled={isReading}
          onClick={() => {
            wasPressed.current = true
            if (!isReading) show(Math.min(most, shown + step))
          }}
        >
          {isReading ? 'Loading…' : 'Show more'}
        </button>
      )}
    </div>
  )
}
