/** A question with two ways out: back, or the act. A problem leaves it open. */

import type { ComponentChildren } from 'preact'
import type { Answer } from '../api/ask.ts'
import { ActButton } from './act-button.tsx'
import { Dialog } from './dialog.tsx'

interface Props<Data> {
  readonly title: string
  readonly close: () => void
  /** What the button of the act says; null if there is nothing to do. */
  readonly confirm: string | null
  readonly act: () => Promise<Answer<Data>>
  /** What is said when it worked. */
  readonly done?: string
  readonly then?: (data: Data) => void
  /** Whether the act ends something. */
  readonly isDanger?: boolean
  readonly disabled?: boolean
  readonly children: ComponentChildren
}

export const ConfirmDialog = <Data,>({ title, close, confirm, isDanger, children, ...act }: Props<Data>) => (
  <Dialog title={title} close={close}>
    {children}
    <div class="foot">
      <button type="button" class="button" onClick={close}>
        {confirm === null ? 'Close' : 'Back'}
      </button>
      {confirm === null ? null : (
        <ActButton class={isDanger ? 'danger' : 'primary'} {...act}>
          {confirm}
        </ActButton>
      )}
    </div>
  </Dialog>
)
