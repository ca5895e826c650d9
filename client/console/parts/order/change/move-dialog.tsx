/** Asks whether a stop or an exit moves to another price, and says how that is done. */

import { useState } from 'preact/hooks'
import type { ComplexOrder } from '../../../api/types.ts'
import { price as inCents, readCents } from '../../../format/price.ts'
import { readQuantity } from '../../../format/quantity.ts'
import { tell } from '../../../live/topics.ts'
import { useQuotes } from '../../../live/use-quotes.ts'
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx'
import { Check } from '../../form/check.tsx'
import { NumberField } from '../../form/number-field.tsx'
import { Note } from '../../note.tsx'
import { say } from '../../toasts.tsx'
import { describeComplex } from '../describe-complex.ts'
import { reachedBy } from '../reached-by.ts'
import { whyNot } from '../why-not.ts'
import { moveComplex } from './move-complex.ts'
import type { Move } from './move-of.ts'

interface Props {
  readonly of: ComplexOrder
  readonly move: Move
  /** The price that is offered first. */
  readonly cents: string
  readonly close: () => void
}

export const MoveDialog = ({ of, move, cents, close }: Props) => {
  const [qty, setQty] = useState(String(move.qty))
  const [typed, setTyped] = useState(cents)
  const [newPrice, newQty] = [readCents(typed, move.price), readQuantity(qty)]
  const { value: price } = newPrice
  const [firesNow, setFiresNow] = useState(false)
  const mark = useQuotes(of.svc_id === null ? [] : [of.svc_id]).get(of.svc_id ?? 0)
  const reached = mark === undefined || price === null ? null : reachedBy(of, price, mark)
  const isSame = price === move.price && newQty.value === move.qty
  return (
    <ConfirmDialog
      title="Move it?"
      close={close}
      confirm={price === null ? 'Move' : `Move to ${inCents(price)}`}
      why={whyNot(newQty, newPrice, isSame) ?? (reached !== null && !firesNow ? CONFIRM : null)}
      act={() => moveComplex(of, move, price ?? 0, newQty.value ?? 0)}
      then={(sentence) => {
        close()
        say(sentence)
        tell('complex_orders', 'orders')
      }}
    >
      <p>{describeComplex(of)}</p>
      <div class="fields">
        <NumberField label="New price, ¢" path="price" value={typed} change={setTyped} fault={newPrice.fault} />
        <NumberField label="Contracts" path="qty" value={qty} change={setQty} fault={newQty.fault} />
      </div>
      {reached === null ? null : (
        <>
          <Note kind="warn">This fires at once: the price is {inCents(reached)} already.</Note>
          <Check label="Fire it at once" value={firesNow} change={setFiresNow} />
        </>
      )}
      <p class="muted small">{move.isShared ? NEW_FIRST : OLD_FIRST}</p>
    </ConfirmDialog>
  )
}

const NEW_FIRST =
  'A new one is placed first, then the old one is cancelled. So there is one at every moment, and together they never trade more than one would.'
const OLD_FIRST =
  'The old one is cancelled first, then the new one is placed. For a moment there is none: if both stood, both could fire. If the new one is refused, the old one is placed again.'
const CONFIRM = 'Confirm first that it fires at once.'
