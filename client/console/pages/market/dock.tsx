/** Position, orders, stops and fills of the subaccount in this market, in tabs under the chart. */

import type { Position } from '../../api/types.ts'
import { averageOf } from '../../format/average-of.ts'
import { money } from '../../format/money.ts'
import { quantity } from '../../format/quantity.ts'
import { isHeld } from '../../live/money/is-held.ts'
import { worthOf } from '../../live/money/worth-of.ts'
import { CloseButton } from '../../parts/close/close-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Contracts } from '../../parts/figures/contracts.tsx'
import { Gain } from '../../parts/figures/gain.tsx'
import { Mark } from '../../parts/figures/mark.tsx'
import { Tick } from '../../parts/figures/tick.tsx'
import { FillTable } from '../../parts/fill-table.tsx'
import { Note } from '../../parts/note.tsx'
import { ArmedTable } from '../../parts/order/armed-table.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import { useChoice } from '../../shell/navigation/use-choice.ts'
import { NEWEST_FILLS, type OwnHere } from './use-own-here.ts'

type Tab = 'position' | 'orders' | 'stops' | 'fills'

const TABS: readonly (readonly [Tab, string])[] = [
  ['position', 'Position'],
  ['orders', 'Orders'],
  ['stops', 'Stops'],
  ['fills', 'Fills'],
]

export const Dock = ({ own }: { readonly own: OwnHere }) => {
  const [tab, choose] = useChoice('tab', 'position', TABS)
  const counts = countsOf(own)
  return (
    <section class="panel dock" aria-label="Yours in this market">
      <Tabs
        label="Yours in this market"
        tabs={TABS.map(([value, text]) => ({ value, text, count: own.loading.has(value) ? null : counts[value] }))}
        value={tab}
        choose={choose}
      >
        {own.problem === '' ? null : <Note kind="warn">What you have here may be older than shown: {own.problem}</Note>}
        {own.loading.has(tab) ? <p class="empty">Loading…</p> : contentOf(tab, own)}
      </Tabs>
    </section>
  )
}

const contentOf = (tab: Tab, { position, orders, armed, complexOrders, fills }: OwnHere) => {
  switch (tab) {
    case 'position':
      return position === null || !isHeldOrTraded(position) ? (
        <Empty>You hold nothing here. The ticket buys and sells.</Empty>
      ) : (
        <Held position={position} />
      )
    case 'orders':
      return (
        <OrderTable
          label="Open orders here"
          orders={orders}
          none={<Empty>No open orders here. The ticket places them.</Empty>}
          withMarket={false}
          complexOrders={complexOrders}
        />
      )
    case 'stops':
      return <ArmedTable complexOrders={armed} />
    case 'fills':
      return <FillTable fills={fills} none={<Empty>No trades of yours in this market yet.</Empty>} withMarket={false} />
  }
}

const Held = ({ position: held }: { readonly position: Position }) => (
  <div class="held">
    <dl class="facts">
      <Fact label="Contracts">
        <Contracts {...held} />
      </Fact>
      <Fact label="Average price">{averageOf(held)}</Fact>
      <Fact label="Mark">
        <Mark of={held} />
      </Fact>
      <Fact label="Value">
        <Tick of={worthOf(held)} text={money(worthOf(held))} />
      </Fact>
      <Fact label="Unrealized">
        <Gain of={held.unrealized_pnl} />
      </Fact>
      <Fact label="Realized">
        <Gain of={held.realized_pnl} />
      </Fact>
      <Fact label="Fees">{money(held.total_fees)}</Fact>
    </dl>
    {canTrade.value && subaccount.value !== null ? (
      <CloseButton position={held} subaccountId={subaccount.value.subaccount_id} />
    ) : null}
  </div>
)

/** A closed position still shows its gain. */
const isHeldOrTraded = (held: Position): boolean => isHeld(held) || held.total_qty_bought + held.total_qty_sold > 0

const countsOf = ({ position, orders, armed, fills }: OwnHere): Readonly<Record<Tab, string>> => ({
  position: quantity(position?.position ?? 0),
  orders: String(orders.length),
  stops: String(armed.length),
  fills: fills.length < NEWEST_FILLS ? String(fills.length) : `${NEWEST_FILLS}+`,
})
