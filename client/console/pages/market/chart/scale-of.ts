/** The range of prices that a chart shows: the prices of its time, and the lines near them. Lines far away would squeeze the prices. */

interface Range {
  readonly minValue: number
  readonly maxValue: number
}

interface Options {
  /** The price step of the market. */
  readonly step: number
  /** True if the scale reaches to all lines, wherever they are. */
  readonly reachesAll: boolean
}

/** A price that does not change still has some steps around it. */
const LEAST_STEPS = 6

/** `lines` are prices in dollars. A near line makes the range at most twice as high. */
export const scaleOf = ({ minValue, maxValue }: Range, lines: readonly number[], options: Options): Range => {
  const least = LEAST_STEPS * options.step
  const reach = Math.max(maxValue - minValue, least) / 2
  const near = lines.filter((line) => options.reachesAll || (line >= minValue - reach && line <= maxValue + reach))
  const [low, high] = [Math.min(minValue, ...near), Math.max(maxValue, ...near)]
  const missing = Math.max(0, least - (high - low)) / 2
  return { minValue: low - missing, maxValue: high + missing }
}
