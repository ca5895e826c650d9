/** Subaccounts, and what the credentials of each still lack. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Problems } from '../../parts/form/problems.tsx'
import { TextField } from '../../parts/form/text-field.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade, chooseSubaccount, readSubaccounts, subaccounts } from '../../session/session.ts'
import { CredentialsPanel } from './credentials-panel.tsx'

export const SubaccountsPage = () => {
  const all = subaccounts.value ?? []
  // A program may have changed them.
  useEffect(() => void readSubaccounts(), [])
  return (
    <Page title="Subaccounts" lead="Each has its own orders, positions, limits and accounts at the exchanges.">
      {all.length === 0 ? <p class="empty">No subaccount yet. Make one to trade.</p> : null}
      {all.map(({ subaccount_id, name, description, is_active }) => (
        <Panel
          key={subaccount_id}
          title={name}
          padded
          aside={
            is_active ? (
              <Badge kind="good">Active</Badge>
            ) : (
              <>
                <Badge>Inactive</Badge>
                {canTrade.value ? <SwitchOn id={subaccount_id} /> : null}
              </>
            )
          }
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

const SwitchOn = ({ id: subaccount_id }: { readonly id: string }) => (
  <ActButton
    class="compact"
    act={() =>
      ask(
        api.PATCH('/v1/subaccounts/{subaccount_id}', {
          params: { path: { subaccount_id } },
          body: { is_active: true },
        }),
      )
    }
    done="The subaccount trades again."
    then={() => void readSubaccounts()}
  >
    Switch on
  </ActButton>
)

const NewSubaccount = () => {
  const [name, setName] = useState('')
  return (
    <Panel title="New subaccount" padded>
      <Form class="stack" lacks={{ name: name.trim() === '' ? 'Enter a name.' : null }}>
        <TextField label="Name" path="name" maxLength={100} value={name} change={setName} />
        <Problems />
        <div>
          <ActButton
            class="primary"
            sends
            act={() => sendOnce((once) => api.POST('/v1/subaccounts', { body: { name }, ...once }))}
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
      </Form>
    </Panel>
  )
}
