/** Asks for the name of a watchlist. */

import { useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { ConfirmDialog } from '../parts/dialog/confirm-dialog.tsx'
import { TextField } from '../parts/form/text-field.tsx'

interface Props {
  readonly title: string
  readonly first: string
  readonly confirm: string
  readonly close: () => void
  readonly act: (name: string) => Promise<Answer<unknown>>
  readonly then: (name: string) => void
}

export const NameDialog = ({ title, first, confirm, close, act, then }: Props) => {
  const [typed, setTyped] = useState(first)
  const name = typed.trim()
  return (
    <ConfirmDialog
      title={title}
      close={close}
      confirm={confirm}
      lacks={{ name: name === '' ? 'A list needs a name.' : null }}
      act={() => act(name)}
      then={() => {
        then(name)
        close()
      }}
    >
      <TextField label="Name" path="name" value={typed} change={setTyped} maxLength={100} />
    </ConfirmDialog>
  )
}
