/** Ends a key, and every key that exists because of it. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ApiKey } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'

export const RevokeButton = ({ of: { api_key_id, name } }: { readonly of: ApiKey }) => (
  <DialogButton
    class="compact"
    text="Revoke"
    label={`Revoke ${name}`}
    dialog={(close) => (
      <ConfirmDialog
        title={`Revoke ${name}?`}
        close={close}
        confirm="Revoke"
        isDanger
        act={() => ask(api.DELETE('/v1/api-keys/{api_key_id}', { params: { path: { api_key_id } } }))}
        done="The key is revoked."
        then={() => {
          close()
          tell('keys')
        }}
      >
        <p>It stops working at once, and with it every key that was made with it.</p>
      </ConfirmDialog>
    )}
  />
)
