/** A gain in green, or a loss in red. */

import { gain } from '../../format/money.ts'
import { Tick } from './tick.tsx'

export const Gain = ({ of }: { readonly of: number | null }) => (
  <Tick of={of} text={gain(of)} class={of === null || Math.abs(of) < 0.005 ? '' : of > 0 ? 'buy' : 'sell'} />
)
