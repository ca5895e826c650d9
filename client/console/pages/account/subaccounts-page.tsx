/** Subaccounts, and what the credentials of each still lack. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Field } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade, chooseSubaccount, readSubaccounts, subaccounts } from '../../session/session.ts'
import { CredentialsPanel } from './credentials-panel.tsx'

export const SubaccountsPage = () => {
  const all = subaccounts.value ?? []
  return (
    <Page title="Subaccounts" lead="Each has its own orders, positions, limits and accounts at the exchanges.">
      {all.length === 0 ? <p class="empty">No subaccount yet. Make one to trade.</p> : null}
      {all.map(({ subaccount_id, name, description, is_active }) => (
        <Panel
          key={subaccount_id}
          title={name}
          padded
          aside={is_active ? <Badge kind="good">Active</Badge> : <Badge>Inactive</Badge>}
        >
          <div class="stack">
            {description === null ? null : <p class="muted">{description}</p>}
            <p class="muted small">{subaccount_id}</p>
            <div class="split">
              <CredentialsPanel subaccountId={subaccount_id} exchange="EXCHANGE_A" />
              <CredentialsPanel subaccountId={subaccount_id} exchange="EXCHANGE_B" />
            </div>
          </div>
        </Panel>
      ))}
      {canTrade.value ? <NewSubaccount /> : null}
    </Page>
  )
}

const NewSubaccount = () => {
  const [name, setName] = useState('')
  return (
    <Panel title="New subaccount" padded>
      <div class="stack">
        <Field label="Name">
          <input maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </Field>
        <div>
          <ActButton
            class="primary"
            disabled={name.trim() === ''}
            act={() =>
              sendOnce((key) =>
                api.POST('/v1/subaccounts', { body: { name }, params: { header: { 'Idempotency-Key': key } } }),
              )
            }
            done="The subaccount is made. Give it credentials next."
            then={({ subaccount_id }) => {
              setName('')
              chooseSubaccount(subaccount_id)
              void readSubaccounts()
            }}
          >
            Make it
          </ActButton>
        </div>
      </div>
    </Panel>
  )
}
