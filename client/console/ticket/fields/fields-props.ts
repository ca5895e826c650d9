/** Common properties of the parts of the ticket. */

import type { PriceSteps } from '../../format/price-steps.ts'
import type { Draft } from '../draft/draft.ts'
import type { Faults } from '../draft/faults-of.ts'
import type { Book } from '../draft/mirror.ts'
import type { Facts } from '../preview/facts-of.ts'

export interface FieldsProps {
  readonly draft: Draft
  readonly faults: Faults
  readonly set: (part: Partial<Draft>) => void
  readonly view: View
}

/** Market and account as the ticket sees them, in prices of its outcome. */
export interface View {
  readonly steps: PriceSteps
  readonly lot: number
  readonly book: Book
  /** The mark, which stops watch; null if it is not known. */
  readonly mark: number | null
  readonly facts: Facts
  /** Contracts of the ticket; null if they are not known. */
  readonly qty: number | null
}
