/** What the order would do now, asked from the service while the ticket is typed. Nothing is stored by it. */

import type { ComponentChildren } from 'preact'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Preview } from '../api/types.ts'
import { named } from '../format/exchanges.ts'
import { money } from '../format/money.ts'
import { price } from '../format/price.ts'
import { quantity } from '../format/quantity.ts'
import { useLive } from '../live/use-live.ts'
import { useSettled } from '../live/use-settled.ts'
import { ExchangeBadge } from '../parts/exchange-badge.tsx'
import { Note } from '../parts/note.tsx'
import type { Drafted } from './draft.ts'

export const OrderPreview = ({ drafted }: { readonly drafted: Drafted }) => {
  const settled = useSettled(drafted, 300)
  const body = settled.kind === 'order' ? settled.body : null
  const preview = useLive(
    body === null ? '' : JSON.stringify(body),
    async () => (body === null ? NOTHING : ask(api.POST('/v1/orders/preview', { body }))),
    { everyS: 5 },
  )
  if (drafted.kind === 'missing') return <p class="muted small">{drafted.what}</p>
  if (drafted.kind === 'complex') return <p class="muted small">{COMPLEX}</p>
  if (preview.data === null)
    return preview.problem === null ? (
      <p class="muted small">Asking what it would cost…</p>
    ) : (
      <Note kind="bad">{preview.problem.detail}</Note>
    )
  return (
    <>
      <Sums preview={preview.data} isBuy={drafted.body.buy_flag} />
      {preview.data.refusals.map(({ code, detail }) => (
        <Note key={code} kind="bad">
          {named(detail)}
        </Note>
      ))}
      {preview.data.warnings.map(({ code, detail }) => (
        <Note key={code} kind="warn">
          {named(detail)}
        </Note>
      ))}
    </>
  )
}

const NOTHING = { ok: false, problem: { status: 0, code: '', detail: '', retryAfterS: null } } as const
const COMPLEX = 'The service checks it when you send it. It stays armed when this page is closed.'

const Sums = ({ preview, isBuy }: { readonly preview: Preview; readonly isBuy: boolean }) => {
  const { legs, qty, resting_qty, average_price, worst_price, fee, cash_needed, cash_free, position_after } = preview
  return (
    <dl class="sums small">
      <Sum of="Fills at once">{qty > 0 ? `${quantity(qty)} at ${price(average_price)}` : 'nothing'}</Sum>
      {resting_qty > 0 ? <Sum of="Rests">{quantity(resting_qty)}</Sum> : null}
      <Sum of={isBuy ? 'Never above' : 'Never below'}>{price(worst_price)}</Sum>
      <Sum of="Fee">{money(fee)}</Sum>
      <Sum of="Cash needed">
        {money(cash_needed)} of {money(cash_free)}
      </Sum>
      <Sum of="Position after">{quantity(position_after)}</Sum>
      {legs.length < 2
        ? null
        : legs.map((leg) => (
            <div key={leg.svc_id}>
              <dt>
                <ExchangeBadge name={leg.exchange_name} />
              </dt>
              <dd>{leg.qty > 0 ? `${quantity(leg.qty)} at ${price(leg.average_price)}` : 'nothing'}</dd>
            </div>
          ))}
    </dl>
  )
}

const Sum = ({ of, children }: { readonly of: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
)
