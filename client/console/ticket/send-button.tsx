/** Sends what stands in the ticket, so that it acts once even if answers are lost, and follows what became of it. */

import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { sendOnce } from '../api/send-once.ts'
import { tell } from '../live/topics.ts'
import { Note } from '../parts/note.tsx'
import { ComplexProgress } from '../parts/order/complex-progress.tsx'
import { OrderProgress } from '../parts/order/order-progress.tsx'
import { say } from '../parts/toasts.tsx'
import { type Draft, type Drafted, summaryOf } from './draft.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  readonly refusal: PreviewNow['refusal']
  /** What has to be confirmed before is not. */
  readonly isHeld: boolean
  /** Whether something is said against the order: then Enter in a field does not send it. */
  readonly isDoubted: boolean
}

type Sent = { readonly kind: 'order' | 'complex'; readonly id: string }

export const SendButton = ({ draft, drafted, isHeld, isDoubted, refusal }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const [failure, setFailure] = useState('')
  const asked = JSON.stringify(drafted)
  // What was sent is not sent again by a second click: that takes a change of the ticket, or the user's word.
  const [spent, setSpent] = useState('')
  useEffect(() => setSpent((before) => (before === asked ? before : '')), [asked])
  const isSpent = spent === asked
  const submit = async () => {
    if (drafted.kind === 'missing' || isBusy || isHeld || isSpent || refusal === 'always') return
    setBusy(true)
    setSent(null)
    setFailure('')
    const answer = await send(drafted)
    setBusy(false)
    if (answer.ok) {
      setSent(answer.data)
      setSpent(asked)
      say(`Sent: ${summaryOf(draft)}.`)
    } else {
      const isUnknown = answer.problem.status === 0 || answer.problem.status >= 500
      setFailure(`${answer.problem.detail}${isUnknown ? UNKNOWN : ''}`)
    }
    tell('orders', 'complex_orders', 'positions', 'fills')
  }
  return (
    <>
      <button
        type="submit"
        class={`button wide ${draft.side === 'buy' ? 'buying' : 'selling'}`}
        disabled={isBusy || isHeld || isSpent || drafted.kind === 'missing'}
        // A reader of the screen can still reach it, and hears why.
        aria-disabled={refusal === 'always'}
        aria-describedby={REASON}
        onClick={() => {
          // Enter in a field clicks the button as well.
          if (!(isDoubted && document.activeElement instanceof HTMLInputElement)) void submit()
        }}
      >
        {isBusy ? 'Sending…' : summaryOf(draft)}
      </button>
      <p class="small sell" id={REASON} role="status">
        {refusal === 'none' || isSpent ? '' : refusal === 'now' ? REFUSED_NOW : REFUSED}
      </p>
      {isSpent ? (
        <button type="button" class="button compact" onClick={() => setSpent('')}>
          Order again
        </button>
      ) : null}
      {sent === null ? null : sent.kind === 'order' ? (
        <OrderProgress key={sent.id} id={sent.id} />
      ) : (
        <ComplexProgress key={sent.id} id={sent.id} />
      )}
      {failure === '' ? null : <Note kind="bad">{failure}</Note>}
    </>
  )
}

/** The id of the words that say why it would be refused. */
const REASON = 'why-refused'
const REFUSED = 'This order would be refused, for the reason above.'
const REFUSED_NOW = 'As things are now this order would be refused, for the reason above.'
const UNKNOWN = ' Whether it was taken is not known. Look at your orders before you send it again.'

const send = async (drafted: Exclude<Drafted, { kind: 'missing' }>): Promise<Answer<Sent>> => {
  if (drafted.kind === 'order') {
    const { body } = drafted
    const answer = await sendOnce((key) =>
      api.POST('/v1/orders', { body, params: { header: { 'Idempotency-Key': key } } }),
    )
    return answer.ok ? { ok: true, data: { kind: 'order', id: answer.data.svc_order_id } } : answer
  }
  const { body } = drafted
  const answer = await sendOnce((key) =>
    api.POST('/v1/complex-orders', { body, params: { header: { 'Idempotency-Key': key } } }),
  )
  return answer.ok ? { ok: true, data: { kind: 'complex', id: answer.data.complex_order_id } } : answer
}
