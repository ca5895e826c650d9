/** Switches a webhook on or off, gives it a new secret, and deletes it. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Webhook } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Secret } from '../../parts/secret.tsx'
import { go } from '../../shell/navigation/route.ts'

export const WebhookActions = ({ of: { webhook_id, kind, url, is_active } }: { readonly of: Webhook }) => {
  const [secret, setSecret] = useState('')
  const path = { webhook_id }
  return (
    <div class="stack">
      <div class="row">
        <ActButton
          act={() => ask(api.PATCH('/v1/webhooks/{webhook_id}', { params: { path }, body: { is_active: !is_active } }))}
          done={is_active ? 'It gets no more events.' : 'It gets events again.'}
          then={() => tell('webhooks')}
        >
          {is_active ? 'Switch off' : 'Switch on'}
        </ActButton>
        {kind === 'standard' ? (
          <ActButton
            act={() => ask(api.POST('/v1/webhooks/{webhook_id}/rotate-secret', { params: { path } }))}
            then={(rotated) => setSecret(rotated.secret ?? '')}
          >
            New secret
          </ActButton>
        ) : null}
        <DialogButton
          text="Delete"
          dialog={(close) => (
            <ConfirmDialog
              title="Delete this webhook?"
              close={close}
              confirm="Delete it"
              isDanger
              act={() => ask(api.DELETE('/v1/webhooks/{webhook_id}', { params: { path } }))}
              done="The webhook is deleted."
              then={() => go('webhooks')}
            >
              <p>{url} gets no more events. What was sent to it is not shown any more.</p>
            </ConfirmDialog>
          )}
        />
      </div>
      {secret === '' ? null : <Secret name="signing secret" text={secret} forget={() => setSecret('')} />}
    </div>
  )
}
