/** The cash at each exchange, or why an exchange does not show it. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { money } from '../../format/money.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Table } from '../../parts/table.tsx'
import { subaccounts } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'

export const BalancesPage = () => {
  const live = useLive('balances', () => ask(api.GET('/v1/balances', {})), {
    everyS: 15,
    topics: ['balances', 'fills'],
  })
  const nameOf = (id: string) => subaccounts.value?.find(({ subaccount_id }) => subaccount_id === id)?.name ?? id
  return (
    <Page title="Balances" lead="Cash of all subaccounts, asked from the exchanges now.">
      <Panel title="Cash">
        <LiveView of={live}>
          {(balances) => (
            <Table
              label="Balances"
              rows={balances}
              idOf={({ subaccount_id, exchange_name }) => `${subaccount_id} ${exchange_name}`}
              none={
                <Empty next={[to('subaccounts'), 'Give a subaccount credentials']}>
                  No cash to show: no subaccount has credentials of an exchange yet.
                </Empty>
              }
              columns={[
                { title: 'Subaccount', kind: 'title', cell: ({ subaccount_id }) => nameOf(subaccount_id) },
                { title: 'Exchange', cell: ({ exchange_name }) => <ExchangeBadge name={exchange_name} /> },
                {
                  title: 'Cash',
                  kind: 'end',
                  cell: ({ balance, error }) =>
                    error === null ? <span class="strong">{money(balance)}</span> : <span class="sell">{error}</span>,
                },
                {
                  title: 'By shard',
                  kind: 'long',
                  cell: ({ shards }) =>
                    shards.length < 2
                      ? ''
                      : shards.map(({ shard, balance }) => `${shard}: ${money(balance)}`).join(', '),
                },
                { title: 'As of', kind: 'end', cell: ({ as_of }) => time(as_of) },
              ]}
            />
          )}
        </LiveView>
      </Panel>
    </Page>
  )
}
