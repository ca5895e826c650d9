/** Holdings and orders of the subaccount in this market. */

import { gain } from '../../format/money.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { CloseButton } from '../../parts/close/close-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Note } from '../../parts/note.tsx'
import { ArmedTable } from '../../parts/order/armed-table.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import type { OwnHere as Own } from './use-own-here.ts'

export const OwnHere = ({ own: { orders, armed, complexOrders, position, problem } }: { readonly own: Own }) => (
  <>
    {problem === '' ? null : <Note kind="warn">Your orders here may be older than shown: {problem}</Note>}
    {position === null || position.position === 0 ? null : (
      <Panel
        title="Your position"
        padded
        aside={
          canTrade.value && subaccount.value !== null ? (
            <CloseButton position={position} subaccountId={subaccount.value.subaccount_id} />
          ) : undefined
        }
      >
        <dl class="facts">
          <Fact label="Contracts">{quantity(position.position)}</Fact>
          <Fact label="Average price">
            {price(position.position > 0 ? position.avg_buy_price : position.avg_sell_price)}
          </Fact>
          <Fact label="Mark">
            <Mark of={position.mark_price} />
          </Fact>
          <Fact label="Unrealized" class={colour(position.unrealized_pnl)}>
            {gain(position.unrealized_pnl)}
          </Fact>
          <Fact label="Realized" class={colour(position.realized_pnl)}>
            {gain(position.realized_pnl)}
          </Fact>
        </dl>
      </Panel>
    )}
    <Panel title="Your open orders here">
      <OrderTable
        label="Open orders here"
        orders={orders}
        none={<Empty>Your orders that can still fill would stand here. The ticket places them.</Empty>}
        withMarket={false}
        complexOrders={complexOrders}
      />
    </Panel>
    {armed.length === 0 ? null : (
      <Panel title="Armed here">
        <ArmedTable complexOrders={armed} />
      </Panel>
    )}
  </>
)

const colour = (amount: number | null): string => (amount === null || amount === 0 ? '' : amount > 0 ? 'buy' : 'sell')
