/** Webhooks: where events are sent, and whether they arrive. */

import { createRef } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { time } from '../../format/time.ts'
import { tell } from '../../live/topics.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
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
import { to } from '../../shell/navigation/route.ts'
import { WebhookStatus } from './webhook-status.tsx'

export const WebhooksPage = () => {
  const live = useLive('webhooks', () => ask(api.GET('/v1/webhooks')), { everyS: 15, topics: ['webhooks'] })
  return (
    <Page title="Webhooks" lead="Events are sent to your addresses, signed, until they arrive.">
      <Panel title="Webhooks">
        <LiveView of={live}>
          {(webhooks) => (
            <Table
              label="Webhooks"
              rows={webhooks}
              idOf={({ webhook_id }) => webhook_id}
              none={
                <Empty action={isAdmin.value ? <FirstWebhook /> : null}>
                  No webhooks yet. A webhook sends your events to an address of yours.
                </Empty>
              }
              columns={[
                {
                  title: 'Address',
                  kind: 'title',
                  cell: ({ webhook_id, url }) => <a href={to('webhooks', webhook_id)}>{url}</a>,
                },
                { title: 'Kind', cell: ({ kind }) => kind },
                { title: 'Events', kind: 'long', cell: ({ events }) => events?.join(', ') ?? 'all' },
                { title: 'Description', kind: 'long', cell: ({ description }) => description },
                { title: 'Status', cell: (webhook) => <WebhookStatus of={webhook} /> },
                { title: 'Made', kind: 'end', cell: ({ inserted_at }) => time(inserted_at) },
              ]}
            />
          )}
        </LiveView>
      </Panel>
      {isAdmin.value ? <NewWebhook /> : null}
    </Page>
  )
}

/** The field of the address of a new one. */
const address = createRef<HTMLInputElement>()

const FirstWebhook = () => (
  <button type="button" class="button primary" onClick={() => address.current?.focus()}>
    Register the first one
  </button>
)

type Kind = 'standard' | 'discord' | 'slack' | 'telegram'

const KINDS: readonly (readonly [Kind, string])[] = [
  ['standard', 'Signed JSON'],
  ['discord', 'Discord'],
  ['slack', 'Slack'],
  ['telegram', 'Telegram'],
]

const HINTS: Readonly<Record<Kind, string>> = {
  standard: 'It gets all events. A program can choose them.',
  discord: 'The webhook URL of the channel: a secret.',
  slack: 'The URL of an incoming webhook: a secret.',
  telegram: '…/bot<token>/sendMessage?chat_id=<chat>: a secret.',
}

const LOST = 'The webhook was made, but its secret was lost. Rotate it.'

const NewWebhook = () => {
  const [kind, setKind] = useState<Kind>('standard')
  const [url, setUrl] = useState('')
  const [description, setDescription] = useState('')
  const body = { kind, url: url.trim(), ...(description.trim() === '' ? {} : { description }) }
  const [secret, setSecret] = useState('')
  return (
    <Panel title="New webhook" padded>
      <Form class="stack" lacks={{ url: url.trim() === '' ? 'Enter the address that gets the events.' : null }}>
        <Segments label="Kind" value={kind} choose={setKind} options={KINDS} />
        <TextField
          label="Address"
          hint={HINTS[kind]}
          path="url"
          reference={address}
          type="url"
          placeholder="https://example.com/hook"
          value={url}
          change={setUrl}
        />
        <TextField
          label="Description"
          path="description"
          maxLength={500}
          placeholder="none"
          value={description}
          change={setDescription}
        />
        <Problems />
        <div>
          <ActButton
            class="primary"
            sends
            act={() => sendOnce((once) => api.POST('/v1/webhooks', { body, ...once }))}
            then={(created) => {
              setUrl('')
              setDescription('')
              setSecret(created.secret ?? (kind === 'standard' ? LOST : ''))
              tell('webhooks')
            }}
          >
            Register
          </ActButton>
        </div>
        {secret === '' ? null : <Secret name="signing secret" text={secret} forget={() => setSecret('')} />}
      </Form>
    </Panel>
  )
}
