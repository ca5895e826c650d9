/** Deliveries of a webhook with what the receiver answered, each of which can be sent again. */

import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { WebhookDelivery } from '../../api/types.ts'
import { time } from '../../format/time.ts'
import { words } from '../../format/words.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Empty } from '../../parts/empty.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { isAdmin } from '../../session/session.ts'

interface Props {
  readonly deliveries: readonly WebhookDelivery[]
  readonly refresh: () => void
}

export const DeliveryTable = ({ deliveries, refresh }: Props) => (
  <Table
    label="Deliveries"
    rows={deliveries}
    idOf={({ delivery_id }) => delivery_id}
    none={<Empty>No events were sent yet. “Send a test” sends one now.</Empty>}
    columns={COLUMNS}
    actions={isAdmin.value ? (delivery) => <ReplayButton of={delivery} refresh={refresh} /> : null}
  />
)

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  { title: 'Event', kind: 'title', cell: ({ type }) => <span class="strong">{type}</span> },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge kind={status === 'DELIVERED' ? 'good' : status === 'FAILED' ? 'bad' : 'busy'}>{words(status)}</Badge>
    ),
  },
  { title: 'Attempts', kind: 'end', cell: ({ attempts }) => attempts.length },
  { title: 'Last answer', kind: 'long', cell: ({ attempts }) => answerIn(attempts.at(-1)) },
  {
    title: 'Next attempt',
    kind: 'end',
    cell: ({ next_attempt_at }) => (next_attempt_at === null ? '' : time(next_attempt_at)),
  },
  { title: 'Happened', kind: 'end', cell: ({ occurred_at }) => time(occurred_at) },
]

const answerIn = (attempt: WebhookDelivery['attempts'][number] | undefined): string => {
  if (attempt === undefined) return ''
  return attempt.error ?? `${attempt.response_status ?? ''} ${attempt.response_body}`.slice(0, 120)
}

const ReplayButton = ({ of, refresh }: { readonly of: WebhookDelivery; readonly refresh: () => void }) => {
  const path = { webhook_id: of.webhook_id, delivery_id: of.delivery_id }
  return (
    <ActButton
      class="compact"
      label={`Send again: ${of.type} of ${time(of.occurred_at)}`}
      act={() =>
        sendOnce((once) =>
          api.POST('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
            params: { path },
            ...once,
          }),
        )
      }
      done="It is sent again."
      then={refresh}
    >
      Send again
    </ActButton>
  )
}
