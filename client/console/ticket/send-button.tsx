/** Sends the ticket so that it acts once even if answers are lost, and follows its outcome. */

import { useEffect, useRef } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { mayBeDone, sendOnce } from '../api/send-once.ts'
import { readQuantity } from '../format/quantity.ts'
import { tell } from '../live/topics.ts'
import { makeHere } from '../notifications/said-here.ts'
import { useForm } from '../parts/form/form.tsx'
import { Problems } from '../parts/form/problems.tsx'
import { ComplexProgress } from '../parts/order/complex-progress.tsx'
import { OrderProgress } from '../parts/order/order-progress.tsx'
import { say } from '../parts/toasts.tsx'
import { type Draft, type Drafted, inDollars, keptTo } from './draft/draft.ts'
import { inTicket } from './draft/faults-of.ts'
import { OrderGist } from './preview/order-gist.tsx'
import type { PreviewNow } from './preview/use-preview.ts'
import { keepAttempt, type Made, openAttempt, sendingOf, setSending } from './sending.ts'
import { summaryOf } from './summary-of.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  /** Stores the values before they are sent: a reload must find the same ones. */
  readonly keep: () => void
  /** It was sent. */
  readonly forget: () => void
  readonly preview: PreviewNow
  /** A confirmation is still missing. */
  readonly isHeld: boolean
  /** True if there is an objection to the order: then Shift-Enter in a field does not send it. */
  readonly isDoubted: boolean
}

export const SendButton = ({ draft, drafted, keep, forget, isHeld, isDoubted, preview }: Props) => {
  const { refusal, worst } = preview
  const form = useForm()
  const button = useRef<HTMLButtonElement>(null)
  const asked = askedBy(draft, drafted)
  const { isBusy, isSpent, made } = sendingOf(asked)
  useEffect(
    () => () => {
      // The outcome of the last ticket is not shown for another one. A request on its way is still shown when the user comes back.
      if (!sendingOf(asked).isBusy) setSending(asked, null)
    },
    [asked],
  )
  const isOpen = !isBusy && openAttempt(asked) !== null
  const why =
    drafted.kind === 'missing'
      ? drafted.what
      : isSpent
        ? ''
        : isHeld
          ? HELD
          : REFUSED[refusal] ||
            (isOpen ? 'Whether it was done is not known. Sent again as it stands, it is done once.' : '')
  const submit = async () => {
    const now = sendingOf(asked)
    if (now.isBusy || isHeld || now.isSpent || refusal === 'always' || form?.begin() === false) return
    const attempt = openAttempt(asked) ?? { key: crypto.randomUUID(), drafted: keptTo(worst, drafted), at: Date.now() }
    if (attempt.drafted.kind === 'missing') return
    keep()
    keepAttempt(asked, attempt)
    setSending(asked, { isBusy: true, made: null })
    form?.end(null)
    const answer = await makeHere(send(attempt.drafted, attempt.key), (sent) => (sent.ok ? sent.data.id : null))
    // After too many requests the outcome of an earlier try is not known.
    if (answer.ok || !(mayBeDone(answer.problem) || answer.problem.status === 429)) keepAttempt(asked, null)
    setSending(asked, { isBusy: false, ...(answer.ok ? { made: answer.data, isSpent: true } : {}) })
    if (answer.ok) {
      forget()
      say(`Sent: ${summaryOf(draft, qtyOf(attempt.drafted, draft))}.`)
    } else form?.end(inTicket(answer.problem, draft))
    tell('orders', 'complex_orders', 'positions', 'fills')
  }
  /** The next Enter sends. */
  const goToButton = () => {
    if (form?.begin() !== false) button.current?.focus()
  }
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !event.shiftKey) return
      event.preventDefault()
      if (event.repeat) return
      if (isDoubted) goToButton()
      else void submit()
    }
    const around = button.current?.form
    around?.addEventListener('keydown', press)
    return () => around?.removeEventListener('keydown', press)
  })
  return (
    <div class="send">
      {isSpent ? null : <OrderGist draft={draft} drafted={drafted} preview={preview} />}
      <button
        ref={button}
        type="submit"
        class={`button wide ${draft.side === 'buy' ? 'buying' : 'selling'}`}
        disabled={isHeld}
        // A reader of the screen can still reach it, and hears why. The pressed button keeps the focus.
        aria-disabled={isBusy || isSpent || refusal === 'always' || drafted.kind === 'missing'}
        aria-describedby={REASON}
        // A key that is held down is one press.
        onKeyDown={(event) => {
          if (event.repeat && event.key === 'Enter') event.preventDefault()
        }}
        onClick={({ detail }) => {
          // Enter in a field clicks the button as well, without the mouse.
          if (detail === 0 && document.activeElement instanceof HTMLInputElement) goToButton()
          else void submit()
        }}
      >
        {isBusy ? 'Sending…' : summaryOf(draft, qtyOf(openAttempt(asked)?.drafted ?? drafted, draft))}
      </button>
      <p class={`small ${drafted.kind === 'missing' ? 'muted' : 'sell'}`} id={REASON} role="status">
        {why}
      </p>
      {isSpent ? (
        <button type="button" class="button compact" onClick={() => setSending(asked, { isSpent: false })}>
          Order again
        </button>
      ) : null}
      {made === null ? null : made.kind === 'order' ? (
        <OrderProgress key={made.id} id={made.id} />
      ) : (
        <ComplexProgress key={made.id} id={made.id} />
      )}
      <Problems />
    </div>
  )
}

/**
 * The request as the user asked for it. Dollars buy another quantity after each move of the book, and stay the same order. After a lost answer
 * that order is sent again as it was.
 */
const askedBy = (draft: Draft, drafted: Drafted): string =>
  drafted.kind === 'order' && inDollars(draft)
    ? JSON.stringify(drafted, (key, value: unknown) =>
        key === 'protection_price' ? undefined : key === 'qty' ? `$${draft.dollars}` : value,
      )
    : JSON.stringify(drafted)

/** Contracts that the button names. */
const qtyOf = (drafted: Drafted, draft: Draft): number | null => {
  if (drafted.kind === 'order') return drafted.body.qty
  return inDollars(draft) ? null : readQuantity(draft.qty).value
}

/** The id of the words that say why it cannot be sent, or would be refused. */
const REASON = 'why-refused'
const REFUSED = {
  none: '',
  now: 'As things are now this order would be refused, for the reason above.',
  always: 'This order would be refused, for the reason above.',
}
const HELD = 'Confirm first that it fires at once.'

const send = async (drafted: Exclude<Drafted, { kind: 'missing' }>, key: string): Promise<Answer<Made>> => {
  if (drafted.kind === 'order') {
    const { body } = drafted
    const answer = await sendOnce((once) => api.POST('/v1/orders', { body, ...once }), key)
    return answer.ok ? { ok: true, data: { kind: 'order', id: answer.data.svc_order_id } } : answer
  }
  const { body } = drafted
  const answer = await sendOnce((once) => api.POST('/v1/complex-orders', { body, ...once }), key)
  return answer.ok ? { ok: true, data: { kind: 'complex', id: answer.data.complex_order_id } } : answer
}
