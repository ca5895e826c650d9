/** Ends a key, and every key that exists because of it. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ApiKey } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Note } from '../../parts/note.tsx'
import { apiKey } from '../../session/api-key.ts'

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
        {apiKey.value.startsWith(`pmt_${api_key_id}_`) ? (
          <Note kind="warn">You are signed in with this key. You will be signed out.</Note>
        ) : null}
      </ConfirmDialog>
    )}
  />
)
