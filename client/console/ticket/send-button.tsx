/** Sends what stands in the ticket, so that it acts once even if answers are lost, and follows what became of it. */

import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { sendOnce } from '../api/send-once.ts'
import { tell } from '../live/topics.ts'
import { useForm } from '../parts/form/form.tsx'
import { Problems } from '../parts/form/problems.tsx'
import { ComplexProgress } from '../parts/order/complex-progress.tsx'
import { OrderProgress } from '../parts/order/order-progress.tsx'
import { say } from '../parts/toasts.tsx'
import { type Draft, type Drafted, keptTo, summaryOf } from './draft.ts'
import { inTicket } from './faults-of.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  /** It was sent. */
  readonly forget: () => void
  readonly preview: PreviewNow
  /** What has to be confirmed before is not. */
  readonly isHeld: boolean
  /** Whether something is said against the order: then Enter in a field does not send it. */
  readonly isDoubted: boolean
}

type Made = { readonly kind: 'order' | 'complex'; readonly id: string }
type Sent = Made & { readonly asked: string }

export const SendButton = ({ draft, drafted, forget, isHeld, isDoubted, preview: { refusal, worst } }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const form = useForm()
  const asked = JSON.stringify(drafted)
  // What was sent is not sent again by a second click: that takes a change of the ticket, or the user's word.
  const [spent, setSpent] = useState('')
  useEffect(() => {
    setSpent((before) => (before === asked ? before : ''))
    // What became of the last one is not said of another.
    setSent((before) => (before?.asked === asked ? before : null))
  }, [asked])
  const isSpent = spent === asked
  const why = drafted.kind === 'missing' ? drafted.what : isSpent ? '' : isHeld ? HELD : REFUSED[refusal]
  const submit = async () => {
    if (isBusy || isHeld || isSpent || refusal === 'always' || form?.begin() === false) return
    const toSend = keptTo(worst, drafted)
    if (toSend.kind === 'missing') return
    setBusy(true)
    setSent(null)
    form?.end(null)
    const answer = await send(toSend)
    setBusy(false)
    if (answer.ok) {
      forget()
      setSent({ ...answer.data, asked })
      setSpent(asked)
      say(`Sent: ${summaryOf(draft)}.`)
    } else form?.end(inTicket(answer.problem, draft))
    tell('orders', 'complex_orders', 'positions', 'fills')
  }
  return (
    <>
      <button
        type="submit"
        class={`button wide ${draft.side === 'buy' ? 'buying' : 'selling'}`}
        disabled={isBusy || isHeld || isSpent}
        // A reader of the screen can still reach it, and hears why.
        aria-disabled={refusal === 'always' || drafted.kind === 'missing'}
        aria-describedby={REASON}
        onClick={() => {
          // Enter in a field clicks the button as well.
          if (!(isDoubted && document.activeElement instanceof HTMLInputElement)) void submit()
        }}
      >
        {isBusy ? 'Sending…' : summaryOf(draft)}
      </button>
      <p class={`small ${drafted.kind === 'missing' ? 'muted' : 'sell'}`} id={REASON} role="status">
        {why}
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
      <Problems />
    </>
  )
}

/** The id of the words that say why it cannot be sent, or would be refused. */
const REASON = 'why-refused'
const REFUSED = {
  none: '',
  now: 'As things are now this order would be refused, for the reason above.',
  always: 'This order would be refused, for the reason above.',
}
const HELD = 'Confirm first that it fires at once.'

const send = async (drafted: Exclude<Drafted, { kind: 'missing' }>): Promise<Answer<Made>> => {
  if (drafted.kind === 'order') {
    const { body } = drafted
    const answer = await sendOnce((once) => api.POST('/v1/orders', { body, ...once }))
    return answer.ok ? { ok: true, data: { kind: 'order', id: answer.data.svc_order_id } } : answer
  }
  const { body } = drafted
  const answer = await sendOnce((once) => api.POST('/v1/complex-orders', { body, ...once }))
  return answer.ok ? { ok: true, data: { kind: 'complex', id: answer.data.complex_order_id } } : answer
}
