/** Closes a position at the market, after a question that names the obstacles. */

import type { Position } from '../../api/types.ts'
import { DialogButton } from '../dialog/dialog-button.tsx'
import { CloseDialog } from './close-dialog.tsx'

interface Props {
  readonly position: Position
  readonly subaccountId: string
}

export const CloseButton = (props: Props) => {
  const { svc_id, position, market_title, settlement } = props.position
  // A decided market pays on its own, or is redeemed.
  return position === 0 || settlement !== null ? null : (
    <DialogButton
      class="compact"
      text="Close"
      label={`Close the position in ${market_title ?? `market ${svc_id}`}`}
      dialog={(close) => <CloseDialog {...props} close={close} />}
    />
  )
}
