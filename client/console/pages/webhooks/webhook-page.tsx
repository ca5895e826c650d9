/** One webhook with its deliveries, each of which can be sent again. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { NoSuch } from '../../parts/no-such.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { isAdmin } from '../../session/session.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookStatus } from './webhook-status.tsx'

export const WebhookPage = ({ id: webhook_id }: { readonly id: string }) => {
  const path = { webhook_id }
  const webhook = useLive(webhook_id, () => ask(api.GET('/v1/webhooks/{webhook_id}', { params: { path } })), {
    everyS: 15,
    topics: ['webhooks'],
  })
  const deliveries = useLive(
    webhook_id,
    () => ask(api.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path, query: { limit: 50 } } })),
    { everyS: 5, topics: ['webhooks'] },
  )
  return (
    <LiveView of={webhook} missing={<NoSuch what="webhook" list={['webhooks', 'Your webhooks']} />}>
      {(data) => (
        <Page
          title={data.url}
          lead={
            <span class="row">
              <WebhookStatus of={data} /> {data.description}
            </span>
          }
          actions={
            isAdmin.value ? (
              <ActButton
                act={() =>
                  sendOnce((once) =>
                    api.POST('/v1/webhooks/{webhook_id}/test', {
                      params: { path },
                      ...once,
                    }),
                  )
                }
                done="A test event is on its way."
                then={deliveries.refresh}
              >
                Send a test
              </ActButton>
            ) : undefined
          }
        >
          {isAdmin.value ? <WebhookActions of={data} /> : null}
          <Panel title="Deliveries">
            <LiveView of={deliveries}>
              {(page) => <DeliveryTable deliveries={page.deliveries} refresh={deliveries.refresh} />}
            </LiveView>
          </Panel>
        </Page>
      )}
    </LiveView>
  )
}
