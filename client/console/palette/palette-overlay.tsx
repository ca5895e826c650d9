/** The dialogs over any page that are loaded when they are first opened. */

import { subaccount } from '../session/session.ts'
import type { opened } from '../shell/opened.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { Palette } from './palette.tsx'

export const PaletteOverlay = ({ what }: { readonly what: typeof opened.value }) => {
  switch (what) {
    case 'palette':
      return <Palette />
    case 'keys':
      return <KeysDialog />
    case 'more':
      return <MoreSheet />
    case 'cancel':
      return subaccount.value === null ? null : <CancelDialog of={subaccount.value} />
    default:
      return null
  }
}
