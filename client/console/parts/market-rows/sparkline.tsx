/** A week of prices in small. The change beside it says in words where it went. */

import type { Course } from './course.ts'

const WIDTH = 84
const HEIGHT = 22
const WEEK_S = 7 * 24 * 3_600
/** A smaller range would show noise as a mountain, in dollars. */
const LEAST_RANGE = 0.02

interface Props {
  /** Null while it is not known. */
  readonly course: Course | null
  readonly nowS: number
}

export const Sparkline = ({ course, nowS }: Props) => (
  <svg
    class="sparkline"
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    width={WIDTH}
    height={HEIGHT}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {course === null || course.length === 0 ? null : <polyline points={pointsOf(course, nowS)} />}
  </svg>
)

const pointsOf = (course: Course, nowS: number): string => {
  const prices = course.map(({ price }) => price)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const range = Math.max(LEAST_RANGE, high - low)
  const bottom = (low + high - range) / 2
  const last = course.at(-1)
  // The last price holds until now.
  const all = last === undefined ? course : [...course, { ...last, timestamp: nowS }]
  return all
    .map(({ timestamp, price }) => {
      const x = Math.max(0, 1 - (nowS - timestamp) / WEEK_S) * WIDTH
      const y = HEIGHT - 1 - ((price - bottom) / range) * (HEIGHT - 2)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}
