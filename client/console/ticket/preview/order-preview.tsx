/** Shows the effect that the order would have now, previewed by the service during typing. A preview stores nothing. */

import type { ComponentChildren } from 'preact'
import type { CreateOrder, Market, Preview } from '../../api/types.ts'
import { averagePrice } from '../../format/average-price.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { gain, money } from '../../format/money.ts'
import { ownWords } from '../../format/own-words.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { Note } from '../../parts/note.tsx'
import { Told } from '../../parts/told.tsx'
import type { Draft, Drafted } from '../draft/draft.ts'
import { faultOf } from '../draft/faults-of.ts'
import { mirror } from '../draft/mirror.ts'
import { heldBefore } from './held-before.ts'
import { type Stakes, stakesOf } from './stakes-of.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  readonly preview: PreviewNow
  /** Markets of the custom asset, for their names. */
  readonly members: readonly Market[]
}

export const OrderPreview = ({ draft, drafted, preview, members }: Props) => {
  const inWords = ({ code, detail }: Preview['warnings'][number]): string => withNames(ownWords(detail, code), members)
  if (drafted.kind === 'missing') return null
  if (drafted.kind === 'complex') return <p class="muted small">{COMPLEX}</p>
  const { data, last, problem } = preview
  if (last === null) return problem === null ? <p class="muted small">Asking what it would cost…</p> : null
  return (
    <>
      {problem === null ? <Sums draft={draft} {...last} isOld={data === null} /> : null}
      {/* A refusal of a field stands there. */}
      {preview.ofOrder
        .filter((refusal) => faultOf(refusal, draft, data) === null)
        .map((refusal) => (
          <Note key={refusal.code} kind="bad">
            <Told>{inWords(refusal)}</Told>
          </Note>
        ))}
      {data?.warnings.map((warning) => (
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

interface SumsProps {
  readonly draft: Draft
  readonly body: CreateOrder
  readonly data: Preview
  /** True if the user has changed the values since. */
  readonly isOld: boolean
}

const Sums = ({ draft, body, data, isOld }: SumsProps) => {
  const { legs, resting_qty, worst_price, fee, position_after } = data
  const { buy_flag } = body
  const before = heldBefore(data, buy_flag)
  const stakes = before === null ? null : stakesOf(data, buy_flag, before)
  // In prices of the outcome of the ticket.
  const turned = (yes: number | null): number | null => (draft.outcome === 'yes' ? yes : mirror.known(yes))
  return (
    <dl class={`sums small ${isOld ? 'old' : ''}`}>
      {stakes === null ? null : <Lines {...stakes} />}
      {resting_qty > 0 ? <Sum of="Rests">{quantity(resting_qty)}</Sum> : null}
      {worst_price === null || draft.kind === 'LIMIT' ? null : (
        <Sum of={draft.side === 'buy' ? 'Never above' : 'Never below'}>{price(turned(worst_price))}</Sum>
      )}
      <Sum of="Fee">{money(fee)}</Sum>
      <Sum of="Position after">{heldIn(position_after)}</Sum>
      {draft.outcome === 'yes' ? null : (
        <Sum of="Sent as">
          {buy_flag ? 'buy' : 'sell'} {quantity(body.qty)} Yes{' '}
          {body.price === null || body.price === undefined ? 'at market' : `at ${price(body.price)}`}
        </Sum>
      )}
      {legs.length < 2
        ? null
        : legs.map((leg) => (
            <div key={leg.svc_id}>
              <dt>
                <ExchangeBadge name={leg.exchange_name} />
              </dt>
              <dd>{leg.qty > 0 ? `${quantity(leg.qty)} at ${averagePrice(leg.average_price)}` : 'nothing'}</dd>
            </div>
          ))}
    </dl>
  )
}

const Lines = ({ closes, opens, closed, opened, opening, loses }: Stakes) => (
  <>
    {closes > 0 ? <Sum of={`Closes ${closed}`}>{quantity(closes)}</Sum> : null}
    {closes > 0 && opens > 0 ? <Sum of={`Opens ${opened}`}>{quantity(opens)}</Sum> : null}
    {opening === null ? null : (
      <Sum of={`Pays if ${opened}`}>
        {money(opening.pays)} <span class="buy">{gain(opening.pays - opening.costs)}</span>
      </Sum>
    )}
    {opens > 0 ? <Sum of="Lose at most">{money(loses)}</Sum> : null}
    {opening === null ? null : <Sum of="Break-even">{averagePrice(opening.breakEven)}</Sum>}
  </>
)

const heldIn = (position: number | null): string => {
  if (position === null) return 'unknown'
  return position === 0 ? 'none' : `${quantity(Math.abs(position))} ${position > 0 ? 'Yes' : 'No'}`
}

const Sum = ({ of, children }: { readonly of: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
)
