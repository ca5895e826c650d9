/** API keys: their owners and last uses, and new ones. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { ApiKey } from '../../api/types.ts'
import { span, time } from '../../format/time.ts'
import { words } from '../../format/words.ts'
import { now } from '../../live/clock.ts'
import { tell } from '../../live/topics.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Form } from '../../parts/form/form.tsx'
import { Problems } from '../../parts/form/problems.tsx'
import { Segments } from '../../parts/form/segments.tsx'
import { TextField } from '../../parts/form/text-field.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Table } from '../../parts/table.tsx'
import { isAdmin } from '../../session/session.ts'
import { RevokeButton } from './revoke-button.tsx'

export const KeysPage = () => {
  const live = useLive('keys', () => ask(api.GET('/v1/api-keys')), { everyS: 30, topics: ['keys'] })
  return (
    <Page title="API keys" lead="A key reads, trades, or does everything. Its text is shown once.">
      <Panel title="Keys">
        <LiveView of={live}>
          {(keys) => (
            <Table
              label="API keys"
              rows={keys}
              idOf={({ api_key_id }) => api_key_id}
              none={<Empty>No keys yet. Make one for each program.</Empty>}
              columns={[
                { title: 'Name', kind: 'title', cell: ({ name }) => <span class="strong">{name}</span> },
                {
                  title: 'Scope',
                  cell: ({ scope }) => <Badge kind={scope === 'admin' ? 'busy' : 'live'}>{words(scope)}</Badge>,
                },
                { title: 'Made', kind: 'end', cell: ({ inserted_at }) => time(inserted_at) },
                {
                  title: 'Last used',
                  kind: 'end',
                  cell: ({ last_used_at }) =>
                    last_used_at === null ? 'never' : lastUsed(now.value - Date.parse(last_used_at)),
                },
                { title: 'From', cell: ({ last_used_from }) => last_used_from },
              ]}
              actions={isAdmin.value ? (key) => <RevokeButton of={key} /> : null}
            />
          )}
        </LiveView>
      </Panel>
      {isAdmin.value ? <NewKey /> : null}
    </Page>
  )
}

/** A use is noted when the last that was noted is an hour old. */
const lastUsed = (ms: number): string => (ms < 3_600_000 ? 'in the last hour' : `at most ${span(ms)} ago`)

const NewKey = () => {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ApiKey['scope']>('trade')
  const [secret, setSecret] = useState('')
  return (
    <Panel title="New key" padded>
      <Form class="stack" lacks={{ name: name.trim() === '' ? 'Enter a name, so that you know it again.' : null }}>
        <TextField label="Name" path="name" maxLength={100} value={name} change={setName} />
        <Segments
          label="Scope"
          value={scope}
          choose={setScope}
          options={[
            ['read', 'Read'],
            ['trade', 'Trade'],
            ['admin', 'Admin'],
          ]}
        />
        <Problems />
        <div>
          <ActButton
            class="primary"
            sends
            act={() => sendOnce((once) => api.POST('/v1/api-keys', { body: { name, scope }, ...once }))}
            then={({ api_key }) => {
              setName('')
              setSecret(api_key ?? 'The key was made, but its text was lost. Revoke it and make another.')
              tell('keys')
            }}
          >
            Make a key
          </ActButton>
        </div>
        {secret === '' ? null : <Secret name="API key" text={secret} forget={() => setSecret('')} />}
      </Form>
    </Panel>
  )
}
