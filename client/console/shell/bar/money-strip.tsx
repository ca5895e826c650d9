/** Equity and cash of the chosen subaccount, and of all together, on every page. */

import { money } from '../../format/money.ts'
import { time } from '../../format/time.ts'
import { todayLabel } from '../../format/today-label.ts'
import { type DayGain, dayGain } from '../../live/money/day-gain.ts'
import { moneyOf } from '../../live/money/holdings.ts'
import { useHistory } from '../../live/money/use-history.ts'
import { useHoldingsReader } from '../../live/money/use-holdings-reader.ts'
import { Gain } from '../../parts/figures/gain.tsx'
import { Tick } from '../../parts/figures/tick.tsx'
import { subaccount, subaccounts } from '../../session/session.ts'

export const MoneyStrip = () => (
  <>
    <Reader />
    {subaccount.value === null ? null : <Strip />}
  </>
)

/** Its many renderings end here. */
const Reader = () => {
  useHoldingsReader()
  return null
}

/** The gain of the day is measured from a point of the day before. */
const OF_DAY = { interval: '1h', days: 2 } as const

const Strip = () => {
  const { subaccount_id = '', is_paper } = subaccount.value ?? {}
  const alike = (subaccounts.value ?? []).filter((one) => one.is_paper === is_paper)
  const own = moneyOf([subaccount_id])
  const all = moneyOf(alike.map((one) => one.subaccount_id))
  const day = dayGain(useHistory(subaccount_id, OF_DAY).data?.points ?? [], own.whole, Date.now())
  const hasMany = alike.length > 1
  const together = dayGain(useHistory(hasMany ? undefined : null, OF_DAY).data?.points ?? [], all.whole, Date.now())
  return (
    <a class="money" href="#/" title={titleOf(day)}>
      <Figure label={own.unpriced === 0 ? 'Equity' : `Equity, ${own.unpriced} unpriced`} of={own.equity} />
      <Figure label="Cash" of={own.cash} class="cash" />
      <Figure label={todayLabel(day)} of={day?.gain ?? null} isGain />
      {hasMany ? (
        <>
          <Figure label="All together" of={all.equity} class="together" />
          <Figure label={todayLabel(together)} of={together?.gain ?? null} isGain class="together" />
        </>
      ) : null}
    </a>
  )
}

/** Names the hour with which the present equity is compared. */
const titleOf = (day: DayGain | null): string =>
  day === null
    ? 'The gain of the day is known once an hour of it is stored.'
    : `The day begins at midnight here: equity now less equity of ${time(day.since)}, money paid in or taken out included.`

interface FigureProps {
  readonly label: string
  readonly of: number | null
  readonly isGain?: boolean
  readonly class?: string
}

const Figure = ({ label, of, isGain = false, class: kind = '' }: FigureProps) => (
  <span class={kind}>
    <span class="label">{label}</span>
    <span class="figure">{isGain ? <Gain of={of} /> : <Tick of={of} text={money(of)} />}</span>
  </span>
)
