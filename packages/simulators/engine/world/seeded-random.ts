/** A repeatable stream of numbers in [0, 1): mulberry32. */

export interface SeededRandom {
  (): number
  /** A whole number from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

export const seededRandom = (seed: number | string): SeededRandom => {
  let state = typeof seed === 'number' ? seed >>> 0 : hashText(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return Object.assign(next, {
    whole,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[whole(0, items.length - 1)] ?? items[0],
  })
}

/** FNV-1a: the same text gives the same number. The hash continues from `after`, the number of the text before. */
export const hashText = (text: string, after = 0x811c9dc5): number => {
  let hash = after
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
