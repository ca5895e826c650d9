/** Stops, exits and TWAPs as trees: what hangs on what, and what it has placed. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { isWaiting } from '../../parts/order/is-waiting.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ShowMore } from '../../parts/show-more.tsx'
import { canTrade, subaccount } from '../../session/session.ts'
import { CancelAlls } from '../../shell/halt/cancel-alls.tsx'
import { useChoice } from '../../shell/navigation/use-choice.ts'
import { ComplexNode } from './complex-node.tsx'
import { ParentNode } from './parent-node.tsx'
import { treesOf } from './trees-of.ts'

/** How many are read at first, and with each press. */
const AT_ONCE = 300

type Which = 'armed' | 'all'

const WHICH: readonly (readonly [Which, string])[] = [
  ['armed', 'Armed'],
  ['all', 'All'],
]

export const ConditionalsPage = () => {
  const [which, setWhich] = useChoice<Which>('shown', 'armed', WHICH)
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const [limit, setLimit] = useState(AT_ONCE)
  const complex = useLive(
    subaccount_id === '' ? '' : `${subaccount_id} ${limit}`,
    () => ask(api.GET('/v1/complex-orders', { params: { query: { subaccount_id, limit } } })),
    { subject: subaccount_id, everyS: 4, topics: ['complex_orders', 'orders'], isStreamed: true },
  )
  return (
    <Page title="Stops and TWAPs" actions={<Segments label="Shown" value={which} choose={setWhich} options={WHICH} />}>
      <LiveView of={complex}>
        {({ complex_orders: { conditional_orders, twap_orders }, has_more }) => {
          const trees = treesOf(conditional_orders, which)
          const twaps = twap_orders.filter((twap) => which === 'all' || isWaiting(twap))
          return (
            <>
              <Panel title="Stops and exits" padded>
                {trees.length === 0 ? (
                  <Empty next={['#/markets', 'Search for a market']}>
                    No stops or exits. Open a market: its ticket arms them.
                  </Empty>
                ) : null}
                <ul class="tree">
                  {trees.map(({ parentOrderId, roots, childrenOf }) => (
                    <li key={parentOrderId ?? roots[0]?.complex_order_id}>
                      {parentOrderId === null ? null : <ParentNode id={parentOrderId} />}
                      <ul class={parentOrderId === null ? 'flat' : ''}>
                        {roots.map((root) => (
                          <ComplexNode key={root.complex_order_id} of={root} childrenOf={childrenOf} />
                        ))}
                      </ul>
                    </li>
                  ))}
                </ul>
              </Panel>
              <Panel title="TWAPs" padded>
                {twaps.length === 0 ? (
                  <Empty next={['#/markets', 'Search for a market']}>
                    No TWAPs. Open a market: its ticket trades in slices over time.
                  </Empty>
                ) : null}
                <ul class="tree">
                  {twaps.map((twap) => (
                    <ComplexNode key={twap.complex_order_id} of={twap} childrenOf={() => []} />
                  ))}
                </ul>
              </Panel>
              <ShowMore of={complex} hasMore={has_more} shown={limit} step={AT_ONCE} show={setLimit} />
            </>
          )
        }}
      </LiveView>
      {canTrade.value && subaccount_id !== '' ? <CancelAlls subaccountId={subaccount_id} /> : null}
    </Page>
  )
}
