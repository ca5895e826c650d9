/** Sends what stands in the ticket, so that it acts once even if answers are lost. */

import { useState } from 'preact/hooks'
import type { Answer } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { sendOnce } from '../api/send-once.ts'
import { tell } from '../live/topics.ts'
import { Note } from '../parts/note.tsx'
import { say } from '../parts/toasts.tsx'
import { to } from '../shell/route.ts'
import { type Draft, type Drafted, summaryOf } from './draft.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  readonly refusal: PreviewNow['refusal']
}

type Told = { readonly kind: 'sent'; readonly href: string } | { readonly kind: 'failed'; readonly detail: string }

export const SendButton = ({ draft, drafted, refusal }: Props) => {
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState<Told | null>(null)
  const click = async () => {
    if (isBusy || drafted.kind === 'missing' || refusal === 'always') return
    setBusy(true)
    setTold(null)
    const answer = await send(drafted)
    setBusy(false)
    if (!answer.ok) {
      const isUnknown = answer.problem.status === 0 || answer.problem.status >= 500
      setTold({ kind: 'failed', detail: `${answer.problem.detail}${isUnknown ? UNKNOWN : ''}` })
      tell('orders', 'complex_orders')
      return
    }
    setTold({ kind: 'sent', href: answer.data })
    say(`Sent: ${summaryOf(draft)}.`)
    tell('orders', 'complex_orders', 'positions', 'fills')
  }
  return (
    <>
      <button
        type="button"
        class={`button wide ${draft.side === 'buy' ? 'buying' : 'selling'}`}
        disabled={isBusy || drafted.kind === 'missing'}
        // A reader of the screen can still reach it, and hears why.
        aria-disabled={refusal === 'always'}
        aria-describedby={REASON}
        onClick={click}
      >
        {isBusy ? 'Sending…' : summaryOf(draft)}
      </button>
      <p class="small sell" id={REASON} role="status">
        {refusal === 'none' ? '' : refusal === 'now' ? REFUSED_NOW : REFUSED}
      </p>
      {told?.kind === 'sent' ? (
        <p class="small">
          Sent. <a href={told.href}>Follow it</a>
        </p>
      ) : null}
      {told?.kind === 'failed' ? <Note kind="bad">{told.detail}</Note> : null}
    </>
  )
}

/** The id of the words that say why it would be refused. */
const REASON = 'why-refused'
const REFUSED = 'This order would be refused, for the reason above.'
const REFUSED_NOW = 'As things are now this order would be refused, for the reason above.'
const UNKNOWN = ' Whether it was taken is not known. Look at your orders before you send it again.'

/** Answers where to follow it. */
const send = async (drafted: Exclude<Drafted, { kind: 'missing' }>): Promise<Answer<string>> => {
  if (drafted.kind === 'order') {
    const { body } = drafted
    const answer = await sendOnce((key) =>
      api.POST('/v1/orders', { body, params: { header: { 'Idempotency-Key': key } } }),
    )
    return answer.ok ? { ok: true, data: to('orders', answer.data.svc_order_id) } : answer
  }
  const { body } = drafted
  const answer = await sendOnce((key) =>
    api.POST('/v1/complex-orders', { body, params: { header: { 'Idempotency-Key': key } } }),
  )
  return answer.ok ? { ok: true, data: to('conditionals') } : answer
}
