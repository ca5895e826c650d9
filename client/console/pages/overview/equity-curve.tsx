/** Equity over a chosen time, up to now. */

import { useMemo, useState } from 'preact/hooks'
import { gain, money } from '../../format/money.ts'
import { time } from '../../format/time.ts'
import type { EquityPoint } from '../../live/money/day-gain.ts'
import { type History, useHistory } from '../../live/money/use-history.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { useChoice } from '../../shell/navigation/use-choice.ts'
import { type Curve, curveOf, HEIGHT, type Moment, WIDTH } from './curve-of.ts'

type Range = '1d' | '1w' | '1m' | 'all'

const RANGES: readonly (readonly [Range, string])[] = [
  ['1d', '1D'],
  ['1w', '1W'],
  ['1m', '1M'],
  ['all', 'All'],
]

const DAY = 86_400_000
const LENGTHS: Readonly<Record<Range, number>> = {
  '1d': DAY,
  '1w': 7 * DAY,
  '1m': 30 * DAY,
  all: Number.POSITIVE_INFINITY,
}

interface Props {
  /** Absent: all together. */
  readonly subaccountId: string | undefined
  /** Of now. */
  readonly equity: number | null
  readonly hourly: History
}

export const EquityCurve = ({ subaccountId, equity, hourly }: Props) => {
  const [range, setRange] = useChoice<Range>('range', '1w', RANGES)
  const daily = useHistory(range === 'all' ? subaccountId : null, { interval: '1d' })
  const history = range === 'all' ? daily : hourly
  const [pointed, setPointed] = useState<Moment | null>(null)
  const stored = useMemo(
    () => momentsSince(history.data?.points ?? [], Date.now() - LENGTHS[range]),
    [history.data, range],
  )
  const moments = equity === null ? stored : [...stored, { at: Date.now(), equity }]
  const curve = history.data === null ? null : curveOf(moments)
  const [first] = moments
  const last = moments.at(-1)
  const change = curve === null || first === undefined || last === undefined ? null : last.equity - first.equity
  return (
    <figure class="equity">
      <div class="line">
        <figcaption class="small">
          {pointed === null ? (
            <span class={change === null || Math.abs(change) < 0.005 ? 'muted' : change > 0 ? 'buy' : 'sell'}>
              {change === null ? 'Equity' : `${gain(change)} ${WORDS[range]}`}
            </span>
          ) : (
            <span>
              <span class="strong">{money(pointed.equity)}</span> <span class="muted">{time(pointed.at)}</span>
            </span>
          )}
        </figcaption>
        <Segments label="Time of the curve" value={range} choose={setRange} options={RANGES} />
      </div>
      {curve === null ? (
        <p class="empty">
          {history.data === null && history.problem === null
            ? 'Loading…'
            : (history.problem?.detail ?? 'Equity is stored each hour. Its curve begins with the second value.')}
        </p>
      ) : (
        <Drawn
          curve={curve}
          moments={moments}
          pointed={pointed}
          point={setPointed}
          label={`Equity ${WORDS[range]}, from ${money(first?.equity)} to ${money(last?.equity)}`}
        />
      )}
    </figure>
  )
}

const momentsSince = (points: readonly EquityPoint[], from: number): readonly Moment[] =>
  points
    .flatMap((one) => (one.equity === null ? [] : [{ at: Date.parse(one.at), equity: one.equity }]))
    .filter(({ at }) => at >= from)

const WORDS: Readonly<Record<Range, string>> = {
  '1d': 'in a day',
  '1w': 'in a week',
  '1m': 'in a month',
  all: 'in all',
}

interface DrawnProps {
  readonly curve: Curve
  readonly moments: readonly Moment[]
  readonly pointed: Moment | null
  readonly point: (moment: Moment | null) => void
  readonly label: string
}

const Drawn = ({ curve: { line, low, high, xOf, yOf }, moments, pointed, point, label }: DrawnProps) => (
  <div
    class="drawn"
    onPointerMove={({ currentTarget, clientX }) => {
      const { left, width } = currentTarget.getBoundingClientRect()
      const x = ((clientX - left) / width) * WIDTH
      point(moments.reduce((best, one) => (Math.abs(xOf(one.at) - x) < Math.abs(xOf(best.at) - x) ? one : best)))
    }}
    onPointerLeave={() => point(null)}
  >
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="under" d={`${line}V${HEIGHT}H0Z`} />
      <path class="over" d={line} vector-effect="non-scaling-stroke" />
      {pointed === null ? null : (
        <path
          class="at"
          d={`M${xOf(pointed.at)} 0V${HEIGHT}M0 ${yOf(pointed.equity)}H${WIDTH}`}
          vector-effect="non-scaling-stroke"
        />
      )}
    </svg>
    <span class="muted small high">{money(high)}</span>
    {high === low ? null : <span class="muted small low">{money(low)}</span>}
  </div>
)
