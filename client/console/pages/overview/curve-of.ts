/** The line of an equity over time, in a box of 1,000 by 200. */

export interface Moment {
  /** Unix milliseconds. */
  readonly at: number
  readonly equity: number
}

export interface Curve {
  readonly line: string
  readonly low: number
  readonly high: number
  readonly xOf: (at: number) => number
  readonly yOf: (equity: number) => number
}

export const WIDTH = 1_000
export const HEIGHT = 200

/** Null with fewer than two moments. They are the oldest first. */
export const curveOf = (moments: readonly Moment[]): Curve | null => {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || first.at === last.at) return null
  const all = moments.map(({ equity }) => equity)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  // A line that never moves runs through the middle.
  const [from, range] = high === low ? [low - 0.5, 1] : [low, high - low]
  const xOf = (at: number) => round(((at - first.at) / (last.at - first.at)) * WIDTH)
  const yOf = (equity: number) => round(HEIGHT - EDGE - ((equity - from) / range) * (HEIGHT - 2 * EDGE))
  const line = moments.map(({ at, equity }, place) => `${place === 0 ? 'M' : 'L'}${xOf(at)} ${yOf(equity)}`).join('')
  return { line, low, high, xOf, yOf }
}

/** Room above and below for the width of the line. */
const EDGE = 8

const round = (value: number): number => Math.round(value * 10) / 10
