/** The chances of the leading outcomes of an event over time, as lines. The pointer shows the chances of a moment. */

import { useState } from 'preact/hooks'
import { price } from '../../format/price.ts'
import { time } from '../../format/time.ts'
import { minute } from '../../live/minute.ts'
import { useLive } from '../../live/use-live.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import type { Course } from '../../parts/market-rows/course.ts'
import { Panel } from '../../parts/panel.tsx'
import { type Interval, readCourses } from './read-courses.ts'
import { priceAt, type Scale, scaleOfCourses } from './scale-of-courses.ts'

export interface Outcome {
  readonly svcId: number
  readonly name: string
}

const WIDTH = 1_000
const HEIGHT = 240

const INTERVALS: readonly (readonly [Interval, string])[] = [
  ['1w', 'Week'],
  ['1m', 'Month'],
  ['max', 'All'],
]

export const EventChart = ({ outcomes }: { readonly outcomes: readonly Outcome[] }) => {
  const [interval, setInterval] = useState<Interval>('1m')
  const [atS, setAt] = useState<number | null>(null)
  const ids = outcomes.map(({ svcId }) => svcId)
  const courses = useLive(`${ids.join()} ${interval}`, () => readCourses(ids, interval), { everyS: 300 })
  const nowS = Math.floor(minute.value / 1_000)
  return (
    <Panel
      title="Chances"
      padded
      aside={<Segments label="Time shown" value={interval} choose={setInterval} options={INTERVALS} />}
    >
      <div class="event-chart">
        <LiveView of={courses}>
          {(known) => {
            const scale = scaleOfCourses([...known.values()], nowS)
            if (scale === null) return <p class="empty">No price in this time.</p>
            return (
              <>
                <ul class="event-legend">
                  {outcomes.map(({ svcId, name }, place) => (
                    <li key={svcId}>
                      <i class={`line-${place}`} /> {name}
                      {atS === null ? null : (
                        <span class="strong"> {price(rounded(priceAt(known.get(svcId) ?? [], atS)))}</span>
                      )}
                    </li>
                  ))}
                  {atS === null ? null : <li class="muted">{time(atS * 1_000)}</li>}
                </ul>
                <Lines outcomes={outcomes} courses={known} scale={scale} atS={atS} point={setAt} />
              </>
            )
          }}
        </LiveView>
      </div>
    </Panel>
  )
}

interface Props {
  readonly outcomes: readonly Outcome[]
  readonly courses: ReadonlyMap<number, Course>
  readonly scale: Scale
  readonly atS: number | null
  readonly point: (atS: number | null) => void
}

const Lines = ({ outcomes, courses, scale, atS, point }: Props) => {
  const x = (timeS: number): number => ((timeS - scale.from) / (scale.to - scale.from)) * WIDTH
  const y = (dollars: number): number => HEIGHT - ((dollars - scale.low) / (scale.high - scale.low)) * HEIGHT
  const middle = (scale.low + scale.high) / 2
  return (
    <div class="plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Chances over time of ${outcomes.map(({ name }) => name).join(', ')}`}
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          point(Math.round(scale.from + ((clientX - left) / width) * (scale.to - scale.from)))
        }}
        onPointerLeave={() => point(null)}
      >
        {[scale.low, middle, scale.high].map((level) => (
          <line key={level} class="grid" x1={0} x2={WIDTH} y1={y(level)} y2={y(level)} />
        ))}
        {outcomes.map(({ svcId }, place) => (
          <polyline key={svcId} class={`line-${place}`} points={steps(courses.get(svcId) ?? [], scale.to, x, y)} />
        ))}
        {atS === null ? null : <line class="cross" x1={x(atS)} x2={x(atS)} y1={0} y2={HEIGHT} />}
      </svg>
      <ol class="levels" aria-hidden="true">
        {[scale.high, middle, scale.low].map((level) => (
          <li key={level}>{price(level)}</li>
        ))}
      </ol>
      <p class="times" aria-hidden="true">
        <span>{time(scale.from * 1_000)}</span>
        <span>now</span>
      </p>
    </div>
  )
}

/** A price holds until the next one. */
const steps = (course: Course, toS: number, x: (timeS: number) => number, y: (dollars: number) => number): string => {
  const ends = [...course.slice(1).map(({ timestamp }) => timestamp), toS]
  return course
    .map(({ timestamp, price }, place) => {
      const level = y(price).toFixed(1)
      return `${x(timestamp).toFixed(1)},${level} ${x(ends[place] ?? toS).toFixed(1)},${level}`
    })
    .join(' ')
}

/** In tenths of a cent. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1_000) / 1_000)
