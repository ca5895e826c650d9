/** Asks which open work of the subaccount ends. */

import type { Subaccount } from '../api/types.ts'
import { BackButton } from '../parts/dialog/back-button.tsx'
import { Dialog } from '../parts/dialog/dialog.tsx'
import { Problems } from '../parts/form/problems.tsx'
import { CancelAlls } from '../shell/halt/cancel-alls.tsx'
import { close } from '../shell/opened.ts'

export const CancelDialog = ({ of: { subaccount_id, name } }: { readonly of: Subaccount }) => (
  <Dialog title={`What of ${name} do you want to cancel?`} close={close}>
    <p>Positions stay. Without its stops and exits a position is not protected.</p>
    <CancelAlls subaccountId={subaccount_id} />
    <Problems />
    <div class="foot">
      <BackButton close={close}>Close</BackButton>
    </div>
  </Dialog>
)
