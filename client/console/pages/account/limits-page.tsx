/** Risk limits with the used part of each, and quotas. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { money } from '../../format/money.ts'
import { quantity } from '../../format/quantity.ts'
import { QUOTA_NAMES } from '../../format/quota-names.ts'
import { useLive } from '../../live/use-live.ts'
import { UsageBar } from '../../parts/figures/usage-bar.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { isAdmin, subaccount } from '../../session/session.ts'
import { DeadMansSwitchPanel } from './dead-mans-switch-panel.tsx'
import { LimitsForm } from './limits-form.tsx'

export const LimitsPage = () => {
  const subaccount_id = subaccount.value?.subaccount_id ?? ''
  const limits = useLive(
    subaccount_id,
    () => ask(api.GET('/v1/subaccounts/{subaccount_id}/limits', { params: { path: { subaccount_id } } })),
    { everyS: 5, topics: ['limits', 'orders', 'fills'] },
  )
  const quotas = useLive('quotas', () => ask(api.GET('/v1/quotas')), { everyS: 10 })
  return (
    <Page title="Limits" lead={subaccount.value === null ? undefined : `Of ${subaccount.value.name}`}>
      <div class="split">
        <Panel title="Risk limits" padded>
          <LiveView of={limits}>
            {(data) => (
              <div class="stack">
                <Usage label="Open orders" used={data.open_orders} limit={data.max_open_orders} show={quantity} />
                <Usage
                  label={`Loss of the day${data.max_daily_loss === null ? ' (counts from when a limit is set)' : ''}`}
                  used={Math.max(0, data.daily_loss ?? 0)}
                  limit={data.max_daily_loss}
                  show={money}
                />
                <Usage label="Contracts of one order" limit={data.max_order_qty} show={quantity} />
                <Usage label="Cost of one order" limit={data.max_order_cost} show={money} />
                <Usage
                  label="Orders of agents in a day"
                  used={data.mcp_cost_today}
                  limit={data.mcp_daily_cost}
                  show={money}
                />
                {isAdmin.value ? (
                  <LimitsForm limits={data} />
                ) : (
                  <p class="muted small">Changing limits needs a key with scope admin.</p>
                )}
              </div>
            )}
          </LiveView>
        </Panel>
        <Panel title="Quotas" aside={<span class="muted small">of all your keys and subaccounts</span>} padded>
          <LiveView of={quotas}>
            {(all) => (
              <div class="stack">
                {all.map(({ name, used, limit }) => (
                  <Usage key={name} label={QUOTA_NAMES[name]} used={used} limit={limit} show={quantity} />
                ))}
              </div>
            )}
          </LiveView>
        </Panel>
      </div>
      {subaccount_id === '' ? null : <DeadMansSwitchPanel key={subaccount_id} subaccountId={subaccount_id} />}
    </Page>
  )
}

interface UsageProps {
  readonly label: string
  /** Absent for a bound on one thing, of which nothing is used up. */
  readonly used?: number
  readonly limit: number | null
  readonly show: (amount: number) => string
}

const Usage = ({ label, used, limit, show }: UsageProps) => (
  <div class="stack-tight">
    <span class="row between">
      <span>{label}</span>
      <span class="strong">
        {used === undefined
          ? limit === null
            ? 'no limit'
            : `at most ${show(limit)}`
          : `${show(used)}${limit === null ? ', no limit' : ` of ${show(limit)}`}`}
      </span>
    </span>
    {used === undefined || limit === null ? null : <UsageBar label={label} used={used} limit={limit} />}
  </div>
)
