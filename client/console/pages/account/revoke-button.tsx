/** Ends a key, and every key that exists because of it. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ApiKey } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'

export const RevokeButton = ({ of: { api_key_id, name } }: { readonly of: ApiKey }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button compact" aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </button>
      {isOpen ? (
        <Dialog title={`Revoke ${name}?`} close={() => setOpen(false)}>
          <p>It stops working at once, and with it every key that was made with it.</p>
          <div class="foot">
            <button type="button" class="button" onClick={() => setOpen(false)}>
              Close
            </button>
            <ActButton
              class="danger"
              act={() => ask(api.DELETE('/v1/api-keys/{api_key_id}', { params: { path: { api_key_id } } }))}
              done="The key is revoked."
              then={() => {
                setOpen(false)
                tell('keys')
              }}
            >
              Revoke
            </ActButton>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
