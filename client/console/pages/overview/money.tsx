/** Equity and its parts. */

import { EXCHANGES } from '../../format/exchanges.ts'
import { money } from '../../format/money.ts'
import { time } from '../../format/time.ts'
import { todayLabel } from '../../format/today-label.ts'
import { count } from '../../format/words.ts'
import { dayGain } from '../../live/money/day-gain.ts'
import { ownCash, ownPositions } from '../../live/money/holdings.ts'
import type { Totals } from '../../live/money/totals-of.ts'
import { useHistory } from '../../live/money/use-history.ts'
import { Fact } from '../../parts/fact.tsx'
import { Gain } from '../../parts/figures/gain.tsx'
import { Tick } from '../../parts/figures/tick.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EquityCurve } from './equity-curve.tsx'

interface Props {
  readonly ids: readonly string[]
  readonly totals: Totals
  readonly withCurve: boolean
  /** Absent: all together. */
  readonly subaccountId: string | undefined
}

/** The longest curve of hours. */
const OF_MONTH = { interval: '1h', days: 31 } as const

export const Money = ({
  ids,
  subaccountId,
  withCurve,
  totals: { equity, whole, cash, value, unrealized, unpriced },
}: Props) => {
  const hourly = useHistory(subaccountId, OF_MONTH)
  const day = dayGain(hourly.data?.points ?? [], whole, Date.now())
  const problem = ownPositions.value.problem ?? ownCash.value.problem
  const silent = (ownCash.value.data ?? []).filter((one) => one.balance === null && ids.includes(one.subaccount_id))
  return (
    <Panel title="Money" padded>
      <div class="stack">
        <dl class="facts figures">
          <Fact label="Equity" class="lead">
            <Tick of={equity} text={money(equity)} />
          </Fact>
          <Fact label={todayLabel(day)}>
            <Gain of={day?.gain ?? null} />
          </Fact>
          <Fact label="Cash">
            <Tick of={cash} text={money(cash)} />
          </Fact>
          <Fact label="Positions">
            <Tick of={value} text={money(value)} />
          </Fact>
          <Fact label="Unrealized">
            <Gain of={unrealized} />
          </Fact>
        </dl>
        {withCurve ? <EquityCurve subaccountId={subaccountId} equity={whole} hourly={hourly} /> : null}
        {unpriced === 0 ? null : (
          <p class="muted small">{count(unpriced, 'position')} without a price: not in these figures.</p>
        )}
        {silent.map(({ subaccount_id, exchange_name, error }) => (
          <p key={`${subaccount_id} ${exchange_name}`} class="muted small">
            Cash at {EXCHANGES[exchange_name]} is unknown: {error}
          </p>
        ))}
        {problem === null || ownPositions.value.at === null ? null : (
          <Note kind="warn">
            Stale: as of {time(ownPositions.value.at)}. {problem.detail}
          </Note>
        )}
      </div>
    </Panel>
  )
}
