/** A question with two ways out: back, or the act. A problem leaves it open, and is shown in it. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Answer } from '../../api/ask.ts'
import { ActButton } from '../act-button.tsx'
import type { Lacks } from '../form/form.tsx'
import { Problems } from '../form/problems.tsx'
import { BackButton } from './back-button.tsx'
import { Dialog } from './dialog.tsx'

interface Props<Data> {
  readonly title: string
  readonly close: () => void
  /** Text of the button that acts; null if there is nothing to do. */
  readonly confirm: string | null
  readonly act: () => Promise<Answer<Data>>
  /** The sentence after success. */
  readonly done?: string
  readonly then?: (data: Data) => void
  /** True if the act ends something. */
  readonly isDanger?: boolean
  /** Missing fields, by path. They are shown when the user tries to act. */
  readonly lacks?: Lacks
  /** Why the act cannot be done yet, in words; null if it can. */
  readonly why?: string | null
  readonly children: ComponentChildren
}

export const ConfirmDialog = <Data,>({
  title,
  close,
  confirm,
  isDanger,
  lacks = {},
  why = null,
  children,
  ...act
}: Props<Data>) => {
  const reason = useId()
  return (
    <Dialog title={title} close={close} lacks={lacks}>
      {children}
      <Problems />
      {why === null ? null : (
        <p class="muted small" id={reason}>
          {why}
        </p>
      )}
      <div class="foot">
        <BackButton close={close}>{confirm === null ? 'Close' : 'Back'}</BackButton>
        {confirm === null ? null : (
          <ActButton
            class={isDanger ? 'danger' : 'primary'}
            {...act}
            sends
            disabled={why !== null}
            {...(why === null ? {} : { why: reason })}
          >
            {confirm}
          </ActButton>
        )}
      </div>
    </Dialog>
  )
}
