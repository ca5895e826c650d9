/** Closes a position at the market, by an order that can only reduce it. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Position } from '../../api/types.ts'
import { quantity } from '../../format/quantity.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { say } from '../../parts/toasts.tsx'

interface Props {
  readonly position: Position
  readonly subaccountId: string
}

export const CloseButton = ({ position: { svc_id, position, market_title }, subaccountId: subaccount_id }: Props) => {
  const [isOpen, setOpen] = useState(false)
  if (position === 0) return null
  return (
    <>
      <button
        type="button"
        class="button compact"
        aria-label={`Close the position in ${market_title ?? `market ${svc_id}`}`}
        onClick={() => setOpen(true)}
      >
        Close
      </button>
      {isOpen ? (
        <Dialog title="Close this position?" close={() => setOpen(false)}>
          <p>
            {position > 0 ? 'Sells' : 'Buys'} {quantity(Math.abs(position))} contracts of {market_title} at the market.
            The order never opens or flips a position.
          </p>
          <div class="foot">
            <button type="button" class="button" onClick={() => setOpen(false)}>
              Back
            </button>
            <ActButton
              class="danger"
              act={() =>
                sendOnce((key) =>
                  ask(
                    api.POST('/v1/positions/close', {
                      body: { subaccount_id, svc_id },
                      params: { header: { 'Idempotency-Key': key } },
                    }),
                  ),
                )
              }
              then={({ closing_svc_order_ids }) => {
                setOpen(false)
                say(
                  closing_svc_order_ids.length === 0 ? 'Nothing is held there any more.' : 'The closing order is sent.',
                )
                tell('orders', 'positions', 'fills')
              }}
            >
              Close it now
            </ActButton>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
