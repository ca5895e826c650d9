/** Lines of one name at one price as one line, which says how many there are and cannot be dragged. */

import { quantity } from '../../../format/quantity.ts'

export interface Line {
  readonly id: string
  readonly price: number
  readonly kind: 'buy' | 'sell' | 'stop' | 'position'
  readonly label: string
  /** True if the line can be dragged to another price. */
  readonly canMove: boolean
}

/** A line of one order, stop or position. */
export interface SingleLine extends Omit<Line, 'label'> {
  /** Such as `Buy`. */
  readonly name: string
  readonly qty: number | null
}

export const mergeLines = (lines: readonly SingleLine[]): readonly Line[] => {
  const groups = new Map<string, SingleLine[]>()
  for (const line of lines) {
    const key = `${line.kind} ${line.name} ${line.price}`
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : merged(first, others)))
}

const merged = ({ name, qty, ...first }: SingleLine, others: readonly SingleLine[]): Line => {
  if (others.length === 0) return { ...first, label: `${name} ${quantity(qty)}` }
  const sum = others.reduce((sum, line) => sum + (line.qty ?? 0), qty ?? 0)
  return { ...first, label: `${name} ${quantity(sum)} in ${others.length + 1}`, canMove: false }
}
