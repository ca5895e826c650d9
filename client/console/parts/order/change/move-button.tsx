/** Opens the question that moves a stop or an exit, for users who do not drag its line. */

import type { ComplexOrder } from '../../../api/types.ts'
import { dollarsToCents } from '../../../format/price.ts'
import { DialogButton } from '../../dialog/dialog-button.tsx'
import { describeComplex } from '../describe-complex.ts'
import { MoveDialog } from './move-dialog.tsx'
import { moveOf } from './move-of.ts'

interface Props {
  readonly of: ComplexOrder
  /** The complex orders that may be chained to it. */
  readonly all: readonly ComplexOrder[]
}

export const MoveButton = ({ of, all }: Props) => {
  const move = moveOf(of, all)
  return move === null ? null : (
    <DialogButton
      class="compact"
      text="Move"
      label={`Move: ${describeComplex(of)}`}
      dialog={(close) => <MoveDialog of={of} move={move} cents={dollarsToCents(move.price)} close={close} />}
    />
  )
}
