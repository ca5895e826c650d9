/** HALT: nothing new opens a position from now on. What rests and what is armed stays, so both cancel-alls are offered then. */

import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Subaccount } from '../api/types.ts'
import { tell } from '../live/topics.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Note } from '../parts/note.tsx'
import { CancelAlls } from './cancel-alls.tsx'
import { isHalted } from './halted.ts'

export const HaltButton = ({ of: { subaccount_id, name } }: { readonly of: Subaccount }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="button danger compact halt" onClick={() => setOpen(true)}>
        {isHalted.value ? 'HALTED' : 'HALT'}
      </button>
      {isOpen ? (
        <Dialog title={isHalted.value ? `${name} is halted` : `Halt ${name}?`} close={() => setOpen(false)}>
          {isHalted.value ? (
            <>
              <Note kind="warn">
                Only cancels and orders that reduce a position are taken. Orders on the book stay there and can fill.
                Stops, exits and TWAPs stay armed. Cancel them here:
              </Note>
              <CancelAlls subaccountId={subaccount_id} />
              <p class="muted small">To end the halt, go to Limits with a key of scope admin.</p>
            </>
          ) : (
            <p>
              From now on only cancels and orders that reduce a position are taken. Orders on the book stay there until
              you cancel them; you can do that next. Ending a halt needs a key with scope admin.
            </p>
          )}
          <div class="foot">
            <button type="button" class="button" onClick={() => setOpen(false)}>
              Close
            </button>
            {isHalted.value ? null : (
              <ActButton
                class="danger"
                act={() =>
                  ask(api.POST('/v1/subaccounts/{subaccount_id}/halt', { params: { path: { subaccount_id } } }))
                }
                then={() => {
                  isHalted.value = true
                  tell('limits')
                }}
              >
                Halt now
              </ActButton>
            )}
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
