/** The first page: money, positions, orders and stops that can still act, and the latest trades. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import { moneyOf, ownCash, ownPositions } from '../../live/money/holdings.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { ArmedTable } from '../../parts/order/armed-table.tsx'
import { isWaiting } from '../../parts/order/is-waiting.ts'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { withoutArmedStops } from '../../parts/order/without-armed-stops.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { subaccount, subaccounts } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'
import { useChoice } from '../../shell/navigation/use-choice.ts'
import { bySize } from './by-size.ts'
import { EndsSoon } from './ends-soon.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HeldTable } from './held-table.tsx'
import { Latest } from './latest.tsx'
import { Money } from './money.tsx'

/** Rows of each list. The page of the list shows all. */
const SHOWN = 8

export const OverviewPage = () => {
  const chosen = subaccount.value
  const alike = (subaccounts.value ?? []).filter(({ is_paper }) => is_paper === chosen?.is_paper)
  const [of, setOf] = useChoice<'one' | 'all'>('of', 'one', OF)
  const isAll = of === 'all' && alike.length > 1
  const ids = isAll ? alike.map(({ subaccount_id }) => subaccount_id) : chosen === null ? [] : [chosen.subaccount_id]
  const filter = isAll || chosen === null ? {} : { subaccount_id: chosen.subaccount_id }
  const key = ids.join()
  const orders = useLive(key, () => readOpenOrders(filter), {
    everyS: 4,
    topics: ['orders', 'fills'],
    isStreamed: true,
  })
  const complex = useLive(
    key,
    // The exit that has placed an order is no longer open, and its order is moved as one.
    () =>
      ask(
        api.GET('/v1/complex-orders', { params: { query: { ...filter, status: ['open', 'TRIGGERED'], limit: 300 } } }),
      ),
    { everyS: 10, topics: ['complex_orders', 'orders'], isStreamed: true },
  )
  const groups = ownPositions.value.data?.filter(({ subaccount_id }) => ids.includes(subaccount_id)) ?? null
  const held = groups === null ? null : bySize(groups)
  const ownOrders = orders.data?.filter(({ subaccount_id }) => ids.includes(subaccount_id)) ?? null
  const conditionals = complex.data?.complex_orders.conditional_orders ?? null
  const armed = withoutArmedStops([
    ...(conditionals ?? []),
    ...(complex.data?.complex_orders.twap_orders ?? []),
  ]).filter((one) => isWaiting(one) && ids.includes(one.subaccount_id))
  const isNew =
    chosen === null ||
    (groups?.every(({ positions }) => positions.length === 0) === true &&
      ownOrders?.length === 0 &&
      complex.data !== null &&
      armed.length === 0)
  return (
    <Page
      title="Overview"
      actions={
        alike.length > 1 ? (
          <Segments
            label="Subaccounts shown"
            value={of}
            choose={setOf}
            options={[
              ['one', chosen?.name ?? 'One'],
              ['all', 'All together'],
            ]}
          />
        ) : undefined
      }
    >
      <div class="overview">
        <div class="stack">
          {chosen === null ? null : (
            <Money
              ids={ids}
              withCurve={!isNew}
              totals={moneyOf(ids)}
              subaccountId={isAll ? undefined : chosen.subaccount_id}
            />
          )}
          {isNew ? (
            <FirstSteps
              hasSubaccount={chosen !== null}
              hasAccount={ownCash.value.data?.some(({ subaccount_id }) => ids.includes(subaccount_id)) === true}
            />
          ) : (
            <>
              <Panel title="Positions" aside={<a href={to('positions')}>{all(held?.length, SHOWN)}</a>}>
                <LiveView of={{ ...ownPositions.value, data: held, isAsked: true }}>
                  {(rows) => <HeldTable held={rows.slice(0, SHOWN)} />}
                </LiveView>
              </Panel>
              <Panel title="Open orders" aside={<a href={to('orders')}>{all(ownOrders?.length, SHOWN)}</a>}>
                <LiveView of={{ ...orders, data: ownOrders }}>
                  {(rows) => (
                    <OrderTable
                      label="Open orders"
                      orders={rows.slice(0, SHOWN)}
                      complexOrders={conditionals}
                      isShort
                      none={
                        <Empty next={[to('markets'), 'Search for a market']}>
                          No open orders. Open a market to place one.
                        </Empty>
                      }
                    />
                  )}
                </LiveView>
              </Panel>
              <Panel title="Stops and TWAPs" aside={<a href={to('conditionals')}>{all(armed.length, SHOWN)}</a>}>
                <LiveView of={complex}>
                  {() => <ArmedTable complexOrders={armed.slice(0, SHOWN)} withMarket />}
                </LiveView>
              </Panel>
            </>
          )}
        </div>
        {isNew ? null : (
          <div class="stack">
            <EndsSoon
              held={held ?? []}
              others={[...(ownOrders ?? []), ...armed].flatMap(({ svc_id }) => svc_id ?? [])}
            />
            <Latest of={key} filter={filter} ids={ids} />
          </div>
        )}
      </div>
    </Page>
  )
}

const OF = [
  ['one', 'One'],
  ['all', 'All together'],
] as const

/** The link to the page that has all of them. */
const all = (number: number | undefined, shown: number): string =>
  number === undefined || number <= shown ? 'All' : `All ${number}`
