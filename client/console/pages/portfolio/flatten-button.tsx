/** FLATTEN: cancels every order and everything armed of the subaccount, and closes all it holds at the market. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { count } from '../../format/words.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Note } from '../../parts/note.tsx'

export const FlattenButton = ({ subaccountId: subaccount_id }: { readonly subaccountId: string }) => {
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState('')
  return (
    <>
      <button type="button" class="button danger" onClick={() => setOpen(true)}>
        Flatten
      </button>
      {isOpen ? (
        <Dialog title="Flatten this subaccount?" close={() => setOpen(false)}>
          <p>Cancels all its orders, stops and TWAPs, and closes all its positions at the market.</p>
          {told === '' ? null : <Note>{told}</Note>}
          <div class="foot">
            <button type="button" class="button" onClick={() => setOpen(false)}>
              Back
            </button>
            <ActButton
              class="danger"
              act={() =>
                sendOnce((key) =>
                  ask(
                    api.POST('/v1/subaccounts/{subaccount_id}/flatten', {
                      body: {},
                      params: { path: { subaccount_id }, header: { 'Idempotency-Key': key } },
                    }),
                  ),
                )
              }
              then={(done) => {
                const failed = [
                  ...Object.values(done.failed_cancelled_reasons),
                  ...Object.values(done.failed_cancelled_complex_order_ids),
                ]
                setTold(
                  [
                    `Cancelling ${count(done.cancelled_svc_order_ids.length, 'order')}`,
                    `and ${count(done.cancelled_complex_order_ids.length, 'stop or TWAP')};`,
                    `closing ${count(done.closing_svc_order_ids.length, 'position')}.`,
                    ...new Set(failed),
                  ].join(' '),
                )
                tell('orders', 'complex_orders', 'positions', 'fills')
              }}
            >
              Flatten now
            </ActButton>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
