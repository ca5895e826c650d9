/** Positions, their gains, and the age of both. */

import type { Position } from '../../api/types.ts'
import { money } from '../../format/money.ts'
import { type Sum, sumOf } from '../../format/sum-of.ts'
import { time } from '../../format/time.ts'
import { positionsOf } from '../../live/money/holdings.ts'
import { isHeld } from '../../live/money/is-held.ts'
import { worthOf } from '../../live/money/worth-of.ts'
import { Fact } from '../../parts/fact.tsx'
import { Gain } from '../../parts/figures/gain.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import { useChoice } from '../../shell/navigation/use-choice.ts'
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
  return (
    <Page
      title="Positions"
      actions={<Segments label="Positions shown" value={which} choose={setWhich} options={WHICH} />}
    >
      <LiveView of={positionsOf(subaccount_id)}>
        {({ positions, as_of }) => {
          const value = sumOf(positions.map(worthOf))
          return (
            <>
              <Panel title="Sum" aside={<span class="muted small">closed ones included</span>} padded>
                <dl class="facts">
                  <Fact label="Market value">
                    {money(value.known)}
                    <Without of={value} />
                  </Fact>
                  <Fact label="Unrealized">
                    <Gain of={sumOf(positions.map(({ unrealized_pnl }) => unrealized_pnl)).known} />
                  </Fact>
                  <Fact label="Realized">
                    <Gain of={sumOf(positions.map(({ realized_pnl }) => realized_pnl)).known} />
                  </Fact>
                  <Fact label="Fees">{money(sumOf(positions.map(({ total_fees }) => total_fees)).known)}</Fact>
                  <Fact label="As of">{time(as_of)}</Fact>
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

/** Positions that are held, or have still to be paid. All others count in the sum. */
const isOpen = (one: Position): boolean => (one.settlement === null ? isHeld(one) : one.settlement !== 'paid')

const Without = ({ of: { unknown } }: { readonly of: Sum }) =>
  unknown === 0 ? null : <span class="muted small"> {unknown} without a price</span>
