/** Lines that the scale of the chart does not reach, as tags at its edge. A tag makes the scale reach to all lines. */

import { price } from '../../../format/price.ts'
import type { Line } from './merge-lines.ts'

interface Props {
  readonly side: 'above' | 'below'
  /** The nearest comes first. */
  readonly lines: readonly Line[]
  readonly reach: () => void
}

/** More would cover the prices. */
const SHOWN = 3

export const FarTags = ({ side, lines, reach }: Props) => {
  const more = lines.length - SHOWN
  return lines.length === 0 ? null : (
    <div class={`far-tags ${side}`}>
      {lines.slice(0, SHOWN).map(({ id, kind, label, price: at }) => (
        <button key={id} type="button" class={kind} onClick={reach}>
          <span aria-hidden="true">{side === 'above' ? '↑' : '↓'} </span>
          {label} <span class="hidden">at</span>
          <b>{price(at)}</b>
          <span class="hidden">is {side} the prices shown. Show it.</span>
        </button>
      ))}
      {more > 0 ? (
        <button type="button" onClick={reach}>
          {more} more
        </button>
      ) : null}
    </div>
  )
}
