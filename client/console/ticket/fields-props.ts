/** Common properties of the parts of the ticket. */

import type { Draft } from './draft.ts'
import type { Faults } from './faults-of.ts'

export interface FieldsProps {
  readonly draft: Draft
  readonly faults: Faults
  readonly set: (part: Partial<Draft>) => void
}
