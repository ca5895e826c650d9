/** Closes a position at the market, by an order that can only reduce it. */

import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Position } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'
import { tell } from '../../live/topics.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { say } from '../../parts/toasts.tsx'

interface Props {
  readonly position: Position
  readonly subaccountId: string
}

export const CloseButton = ({ position: { svc_id, position, market_title }, subaccountId: subaccount_id }: Props) =>
  position === 0 ? null : (
    <DialogButton
      class="compact"
      text="Close"
      label={`Close the position in ${market_title ?? `market ${svc_id}`}`}
      dialog={(close) => (
        <ConfirmDialog
          title="Close this position?"
          close={close}
          confirm="Close it now"
          isDanger
          act={() =>
            sendOnce((key) =>
              api.POST('/v1/positions/close', {
                body: { subaccount_id, svc_id },
                params: { header: { 'Idempotency-Key': key } },
              }),
            )
          }
          then={({ closing_svc_order_ids }) => {
            close()
            say(closing_svc_order_ids.length === 0 ? 'Nothing is held there any more.' : 'The closing order is sent.')
            tell('orders', 'positions', 'fills')
          }}
        >
          <p>
            {position > 0 ? 'Sells' : 'Buys'} {quantity(Math.abs(position))} contracts of {market_title} at the market.
            The order never opens or flips a position. What exits and other reduce-only orders offer stays with them:
            cancel them first to close all of it.
          </p>
        </ConfirmDialog>
      )}
    />
  )
