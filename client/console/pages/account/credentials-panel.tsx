/** The credentials of one exchange: whether the account can trade, and what it lacks. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Credentials, ExchangeName } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { time } from '../../format/time.ts'
import { words } from '../../format/words.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'
import { isAdmin } from '../../session/session.ts'
import { CredentialsDialog } from './credentials-dialog.tsx'

interface Props {
  readonly subaccountId: string
  readonly exchange: ExchangeName
}

export const CredentialsPanel = ({ subaccountId, exchange }: Props) => {
  const path = { subaccount_id: subaccountId, exchange_name: exchange }
  const { data, problem, refresh } = useLive(
    `${subaccountId} ${exchange}`,
    () => ask(api.GET('/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}', { params: { path } })),
    { everyS: 20, restsWithout: true },
  )
  return (
    <Panel
      title={`${EXCHANGES[exchange]} credentials`}
      padded
      aside={
        isAdmin.value ? (
          <DialogButton
            class="compact"
            text={data === null ? 'Add' : 'Replace'}
            dialog={(close) => (
              <CredentialsDialog
                exchange={exchange}
                subaccountId={subaccountId}
                close={close}
                stored={() => {
                  close()
                  refresh()
                }}
              />
            )}
          />
        ) : undefined
      }
    >
      {data === null ? (
        <p class="muted">
          {problem === null
            ? 'Loading…'
            : problem.status === 404
              ? 'None are stored. Orders here are refused.'
              : problem.detail}
        </p>
      ) : (
        <Readiness of={data} />
      )}
      {data !== null &&
      exchange === 'EXCHANGE_B' &&
      isAdmin.value &&
      data.readiness.some(({ check, ok }) => ok === false && check.startsWith('approvals')) ? (
        <ActButton
          class="compact after"
          act={() =>
            sendOnce((once) =>
              api.POST('/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}/approvals', {
                params: { path },
                ...once,
              }),
            )
          }
          done="The approvals are requested. What is still lacking shows here."
          then={refresh}
        >
          Request approvals
        </ActButton>
      ) : null}
    </Panel>
  )
}

const Readiness = ({ of: { fingerprint, verified_at, readiness } }: { readonly of: Credentials }) => {
  const lacking = readiness.filter(({ ok }) => ok === false)
  return (
    <div class="stack">
      <p class="small muted">
        <code>{fingerprint}</code>, verified {time(verified_at)}
      </p>
      {lacking.length === 0 ? (
        <Note kind="good">Everything that was looked at is in order.</Note>
      ) : (
        <Note kind="warn">Lacks: {lacking.map(({ check }) => words(check)).join(', ')}.</Note>
      )}
      <ul class="stack">
        {readiness.map(({ check, ok, detail, checked_at }) => (
          <li key={check} class="stack-tight">
            <span class="row">
              <Badge kind={ok === null ? 'busy' : ok ? 'good' : 'bad'}>
                {ok === null ? 'Unknown' : ok ? 'OK' : 'Lacking'}
              </Badge>
              {words(check)}
            </span>
            <span class="small muted">
              {detail} <span>({time(checked_at)})</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
