/** Changes the risk limits and ends a halt. An empty field lifts its limit. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Limits } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Field } from '../../parts/field.tsx'

const FIELDS = [
  ['max_order_qty', 'Contracts of one order'],
  ['max_order_cost', 'Cost of one order, $'],
  ['max_open_orders', 'Open orders'],
  ['max_daily_loss', 'Loss of the day, $'],
] as const

export const LimitsForm = ({ limits }: { readonly limits: Limits }) => {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(FIELDS.map(([name]) => [name, limits[name] === null ? '' : String(limits[name])])),
  )
  const body = Object.fromEntries(
    FIELDS.map(([name]) => [name, (typed[name] ?? '').trim() === '' ? null : Number(typed[name])]),
  )
  const put = (changes: object) =>
    ask(
      api.PUT('/v1/subaccounts/{subaccount_id}/limits', {
        params: { path: { subaccount_id: limits.subaccount_id } },
        body: changes,
      }),
    )
  return (
    <div class="stack">
      <div class="fields">
        {FIELDS.map(([name, label]) => (
          <Field key={name} label={label}>
            <input
              inputMode="decimal"
              placeholder="no limit"
              value={typed[name] ?? ''}
              onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
            />
          </Field>
        ))}
      </div>
      <div class="row">
        <ActButton class="primary" act={() => put(body)} done="The limits are set." then={() => tell('limits')}>
          Set limits
        </ActButton>
        {limits.halted ? (
          <ActButton act={() => put({ halted: false })} done="The halt is over." then={() => tell('limits')}>
            End the halt
          </ActButton>
        ) : null}
      </div>
    </div>
  )
}
