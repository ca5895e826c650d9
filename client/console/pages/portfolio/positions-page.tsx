/** Positions, their gains, and the age of both. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Position } from '../../api/types.ts'
import { gain, money } from '../../format/money.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { chanceOf, useQuotes } from '../../live/use-quotes.ts'
import { Fact } from '../../parts/fact.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { valuedAt } from '../../parts/valued-at.ts'
import { canTrade, subaccount } from '../../session/session.ts'
import { useChoice } from '../../shell/use-choice.ts'
import { FlattenButton } from './flatten-button.tsx'
import { PositionTable } from './position-table.tsx'
import { RedeemButton } from './redeem-button.tsx'

type Which = 'open' | 'all'

const WHICH: readonly (readonly [Which, string])[] = [
  ['open', 'Open'],
  ['all', 'With closed ones'],
]

export const PositionsPage = () => {
  const [which, setWhich] = useChoice<Which>('shown', 'open', WHICH)
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const query = { subaccount_id, include_closed: true }
  const live = useLive(
    subaccount_id === '' ? '' : JSON.stringify(query),
    () => ask(api.GET('/v1/positions', { params: { query } })),
    { everyS: 5, topics: ['positions', 'fills', 'orders'] },
  )
  const unvalued = live.data?.subaccount_to_positions[0]?.positions.filter(lacksMark) ?? []
  const quotes = useQuotes(unvalued.map(({ svc_id }) => svc_id))
  return (
    <Page
      title="Positions"
      actions={<Segments label="Positions shown" value={which} choose={setWhich} options={WHICH} />}
    >
      <LiveView of={live}>
        {({ subaccount_to_positions }) => {
          const [group] = subaccount_to_positions
          const positions = (group?.positions ?? []).map((one) => valuedAt(one, chanceOf(quotes.get(one.svc_id), null)))
          return (
            <>
              <Panel title="Sum" aside={<span class="muted small">closed ones included</span>} padded>
                <dl class="facts">
                  <Fact label="Market value">{money(sumOf(positions, ({ market_value }) => market_value))}</Fact>
                  <Fact label="Unrealized">{gain(sumOf(positions, ({ unrealized_pnl }) => unrealized_pnl))}</Fact>
                  <Fact label="Realized">{gain(sumOf(positions, ({ realized_pnl }) => realized_pnl))}</Fact>
                  <Fact label="Fees">{money(sumOf(positions, ({ total_fees }) => total_fees))}</Fact>
                  <Fact label="As of">{time(group?.as_of)}</Fact>
                </dl>
              </Panel>
              <Panel title="Positions">
                <PositionTable
                  positions={which === 'all' ? positions : positions.filter(isOpen)}
                  subaccountId={subaccount_id}
                />
              </Panel>
            </>
          )
        }}
      </LiveView>
      {canTrade.value && subaccount_id !== '' ? (
        <div class="row">
          <FlattenButton subaccountId={subaccount_id} />
          <RedeemButton subaccountId={subaccount_id} />
        </div>
      ) : null}
    </Page>
  )
}

/** True if the exchange has not valued it yet, as for some seconds after a fill. */
const lacksMark = ({ mark_price, settlement, position }: Position): boolean =>
  mark_price === null && settlement === null && position !== 0

/** Positions that are held, or have still to be paid. All others count in the sum. */
const isOpen = ({ position, settlement }: Position): boolean =>
  settlement === null ? position !== 0 : settlement !== 'paid'

/** Unknown amounts are left out; null if all are unknown. */
const sumOf = (positions: readonly Position[], of: (position: Position) => number | null): number | null => {
  const known = positions.map(of).filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}
