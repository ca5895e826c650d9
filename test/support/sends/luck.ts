/** Draws from a seed: the same seed gives the same luck. */

export interface Luck {
  /** From 0 up to and without `below`. */
  readonly upTo: (below: number) => number
  readonly one: <Value>(values: readonly [Value, ...Value[]]) => Value
  /** True so often. */
  readonly happens: (share: number) => boolean
}

export const luckOf = (seed: number): Luck => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    upTo: (below) => Math.floor(next() * below),
    one: (values) => values[Math.floor(next() * values.length)] ?? values[0],
    happens: (share) => next() < share,
  }
}
