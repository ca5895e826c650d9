/** Health of the service: price watch, exchanges that refuse, late stops, and orders that are stuck. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import type { Order } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { span, time } from '../../format/time.ts'
import { count, words } from '../../format/words.ts'
import { now } from '../../live/clock.ts'
import { useLive } from '../../live/use-live.ts'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Note } from '../../parts/note.tsx'
import { OrderTable } from '../../parts/order/order-table.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { unconfirmed } from '../../shell/unconfirmed.ts'

/** How long an order may be on its way before it is called stuck. */
const STUCK_MS = 30_000

export const HealthPage = () => {
  const health = useLive('health', () => ask(api.GET('/v1/health')), { everyS: 5 })
  const orders = useLive('all', () => readOpenOrders({}), { everyS: 10, topics: ['orders'] })
  return (
    <Page title="Health">
      <LiveView of={health}>
        {({ price_watch = [], late_shares = [], refusals = [], cost_stop = null }) => (
          <>
            {refusals.length + late_shares.length + (unconfirmed.value?.length ?? 1) === 0 &&
            price_watch.every(({ status }) => BADGES[status] !== 'bad') &&
            cost_stop === null ? (
              <Note kind="good">The service is well.</Note>
            ) : null}
            {cost_stop === null ? null : (
              <Note kind={cost_stop.halts_new_orders ? 'bad' : 'warn'}>
                {cost_stop.halts_new_orders
                  ? 'New orders of all users, and pages for requests without a key, are halted'
                  : 'Pages for requests without a key are halted, and orders are not,'}{' '}
                since {time(cost_stop.since)}: requests or costs are far above normal. Cancels, exits and orders that
                reduce a position go on. The owner of the service ends the halt with{' '}
                <code>npm run admin -- lift-cost-stop</code>.
              </Note>
            )}
            <Panel title="Price watch" aside={<span class="muted small">prices that stops wait for</span>}>
              <Table
                label="Price watch"
                rows={price_watch}
                idOf={({ exchange }) => exchange}
                none={<Empty>No prices are watched.</Empty>}
                columns={[
                  { title: 'Exchange', cell: ({ exchange }) => <ExchangeBadge name={exchange} /> },
                  {
                    title: 'Status',
                    cell: ({ status }) => <Badge kind={BADGES[status]}>{words(status)}</Badge>,
                  },
                  { title: 'Markets', kind: 'end', cell: ({ instruments }) => instruments },
                  { title: 'Of these streamed', kind: 'end', cell: ({ streamed_instruments }) => streamed_instruments },
                  {
                    title: 'Slowest message',
                    kind: 'end',
                    cell: ({ stream_delay_ms }) => (stream_delay_ms === null ? '' : `${stream_delay_ms} ms`),
                  },
                  {
                    title: 'Last asked',
                    kind: 'end',
                    cell: ({ polled_at }) => `${span(now.value - Date.parse(polled_at))} ago`,
                  },
                  {
                    title: 'Failing since',
                    kind: 'end',
                    cell: ({ failing_since }) => (failing_since === null ? '' : time(failing_since)),
                  },
                ]}
              />
            </Panel>
            {price_watch.map(({ exchange, failing_reason }) =>
              failing_reason === null ? null : (
                <Note key={exchange} kind="warn">
                  {EXCHANGES[exchange]} gives no prices: {failing_reason}
                </Note>
              ),
            )}
            {late_shares.map(({ share, stops, late_since }) => (
              <Note key={share} kind="warn">
                {count(stops, 'stop')} on custom assets have not been looked at since {time(late_since)}.
              </Note>
            ))}
          </>
        )}
      </LiveView>
      <Panel title="Stuck orders" aside={<span class="muted small">on their way for more than 30 s</span>}>
        <LiveView of={orders}>
          {(all) => (
            <OrderTable label="Stuck orders" orders={all.filter(isStuck)} none={<Empty>No order is stuck.</Empty>} />
          )}
        </LiveView>
      </Panel>
    </Page>
  )
}

const BADGES = { idle: 'plain', watching: 'good', failing: 'bad', stopped: 'bad' } as const

/** On its way for long, or with an error that holds it up. */
const isStuck = ({ status, updated_at, last_error }: Order): boolean =>
  (status === 'PENDING_SUBMISSION' || status === 'PROCESSING') &&
  (last_error !== null || now.value - Date.parse(updated_at) > STUCK_MS)
