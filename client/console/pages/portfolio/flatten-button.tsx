/** FLATTEN: cancels every order and everything armed of the subaccount, and closes all it holds at the market. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import { count } from '../../format/words.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog/dialog-button.tsx'
import { Note } from '../../parts/note.tsx'

interface Props {
  readonly subaccountId: string
}

export const FlattenButton = (props: Props) => (
  <DialogButton class="danger" text="Flatten" dialog={(close) => <FlattenDialog {...props} close={close} />} />
)

/** The dialog stays open, and lists the orders that were begun. */
const FlattenDialog = ({ subaccountId: subaccount_id, close }: Props & { readonly close: () => void }) => {
  const [told, setTold] = useState('')
  return (
    <ConfirmDialog
      title="Flatten this subaccount?"
      close={close}
      confirm="Flatten now"
      isDanger
      act={() =>
        sendOnce((once) =>
          api.POST('/v1/subaccounts/{subaccount_id}/flatten', {
            body: {},
            params: { path: { subaccount_id } },
            ...once,
          }),
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
      <p>Cancels all its orders, stops and TWAPs, and closes all its positions at the market.</p>
      {told === '' ? null : <Note>{told}</Note>}
    </ConfirmDialog>
  )
}
