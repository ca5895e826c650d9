/** What the parts of the ticket share. */

import type { Draft } from './draft.ts'

export interface FieldsProps {
  readonly draft: Draft
  readonly set: (part: Partial<Draft>) => void
}
