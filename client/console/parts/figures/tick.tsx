/** A figure that lights up for a moment when it changes: green for more, red for less. */

import { useRef } from 'preact/hooks'

interface Props {
  readonly of: number | null
  /** The figure as the page shows it. A change within the same text does not light up. */
  readonly text: string
  readonly class?: string
}

export const Tick = ({ of, text, class: kind = '' }: Props) => {
  const shown = useRef({ of, text, turn: 0, way: '' })
  const before = shown.current
  if (before.text !== text)
    shown.current = {
      of,
      text,
      turn: before.turn + 1,
      way: of === null || before.of === null ? '' : of > before.of ? 'up' : 'down',
    }
  // A new element begins the animation anew.
  return (
    <span key={shown.current.turn} class={`tick ${shown.current.way} ${kind}`}>
      {text}
    </span>
  )
}
