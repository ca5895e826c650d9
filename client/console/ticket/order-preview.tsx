/** Shows the effect that the order would have now, previewed by the service during typing. A preview stores nothing. */

import type { ComponentChildren } from 'preact'
import type { Market, Preview } from '../api/types.ts'
import { EXCHANGES } from '../format/exchanges.ts'
import { money } from '../format/money.ts'
import { ownWords } from '../format/own-words.ts'
import { price } from '../format/price.ts'
import { quantity } from '../format/quantity.ts'
import { ExchangeBadge } from '../parts/exchange-badge.tsx'
import { Note } from '../parts/note.tsx'
import { Told } from '../parts/told.tsx'
import type { Drafted } from './draft.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly drafted: Drafted
  readonly preview: PreviewNow
  /** Markets of the custom asset, for their names. */
  readonly members: readonly Market[]
}

export const OrderPreview = ({ drafted, preview, members }: Props) => {
  const inWords = ({ code, detail }: Preview['warnings'][number]): string => withNames(ownWords(detail, code), members)
  if (drafted.kind === 'missing') return null
  if (drafted.kind === 'complex') return <p class="muted small">{COMPLEX}</p>
  if (preview.data === null)
    return preview.problem === null ? <p class="muted small">Asking what it would cost…</p> : null
  return (
    <>
      <Sums preview={preview.data} isBuy={drafted.body.buy_flag} />
      {preview.data.refusals.map((refusal) => (
        <Note key={refusal.code} kind="bad">
          <Told>{inWords(refusal)}</Told>
        </Note>
      ))}
      {preview.data.warnings.map((warning) => (
        <Note key={warning.detail} kind="warn">
          {inWords(warning)}
        </Note>
      ))}
    </>
  )
}

/** The service names a market by its number. */
const withNames = (sentence: string, members: readonly Market[]): string =>
  sentence.replace(/\bMember (\d+)/g, (all, id: string) => {
    const member = members.find(({ svc_id }) => String(svc_id) === id)
    return member === undefined ? all : `“${member.name}” on ${EXCHANGES[member.exchange_name]}`
  })

const COMPLEX = 'The service checks it when you send it. It stays armed when this page is closed.'

const Sums = ({ preview, isBuy }: { readonly preview: Preview; readonly isBuy: boolean }) => {
  const { legs, qty, resting_qty, average_price, worst_price, fee, cash_needed, cash_free, position_after } = preview
  return (
    <dl class="sums small">
      <Sum of="Fills at once">{qty > 0 ? `${quantity(qty)} at ${price(average_price)}` : 'nothing'}</Sum>
      {resting_qty > 0 ? <Sum of="Rests">{quantity(resting_qty)}</Sum> : null}
      {worst_price === null ? null : <Sum of={isBuy ? 'Never above' : 'Never below'}>{price(worst_price)}</Sum>}
      <Sum of="Fee">{money(fee)}</Sum>
      {cash_free === null && cash_needed === 0 ? null : (
        <Sum of="Cash needed">
          {money(cash_needed)}
          {cash_free === null ? '' : ` of ${money(cash_free)}`}
        </Sum>
      )}
      <Sum of="Position after">{position_after === null ? 'unknown' : quantity(position_after)}</Sum>
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
