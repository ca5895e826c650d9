/** HALT: nothing new opens a position from now on. Resting orders and armed stops stay, so both cancel-alls are offered then. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Subaccount } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { sayHere } from '../../notifications/said-here.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Note } from '../../parts/note.tsx'
import { Told } from '../../parts/told.tsx'
import { CancelAlls } from './cancel-alls.tsx'
import { isHalted } from './halted.ts'

interface Props {
  readonly of: Subaccount
  readonly close: () => void
}

export const HaltDialog = ({ of: { subaccount_id, name }, close }: Props) => (
  <ConfirmDialog
    title={isHalted.value ? `${name} is halted` : `Halt ${name}?`}
    close={close}
    confirm={isHalted.value ? null : 'Halt now'}
    isDanger
    act={() => {
      sayHere(subaccount_id)
      return ask(api.POST('/v1/subaccounts/{subaccount_id}/halt', { params: { path: { subaccount_id } } }))
    }}
    then={() => {
      isHalted.value = true
      tell('limits')
    }}
  >
    {isHalted.value ? (
      <>
        <Note kind="warn">
          Only cancels and orders that reduce a position are taken. Orders on the book stay there and can fill. Stops,
          exits and TWAPs stay armed. Cancel them here:
        </Note>
        <CancelAlls subaccountId={subaccount_id} />
        <p class="muted small">
          <Told>End the halt on the page Limits. That needs a key of scope admin.</Told>
        </p>
      </>
    ) : (
      <p>
        From now on only cancels and orders that reduce a position are taken. Orders on the book stay there until you
        cancel them; you can do that next. Ending a halt needs a key with scope admin.
      </p>
    )}
  </ConfirmDialog>
)
