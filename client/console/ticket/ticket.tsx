/**
 * The ticket: what to trade, what it would cost now, and the button that sends it. Keys: b buys, s sells, y and n choose Yes and No, arrows step
 * a number, Enter goes to the button, Shift-Enter sends.
 */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Market } from '../api/types.ts'
import { ownWords } from '../format/own-words.ts'
import { price, readCents } from '../format/price.ts'
import { stepAt } from '../format/price-steps.ts'
import { readNumber } from '../format/read-number.ts'
import { Check } from '../parts/form/check.tsx'
import { Form } from '../parts/form/form.tsx'
import { Segments } from '../parts/form/segments.tsx'
import { Note } from '../parts/note.tsx'
import { Panel } from '../parts/panel.tsx'
import { Told } from '../parts/told.tsx'
import { useShortcut } from '../shell/shortcuts.ts'
import { buysYes, type Draft, inDollars, type Kind, requestOf, type Target } from './draft/draft.ts'
import { faultOf, faultsOf, inTicket } from './draft/faults-of.ts'
import { type Book, mirror } from './draft/mirror.ts'
import { type Sized, sizing } from './draft/sizing.ts'
import { turned } from './draft/turned.ts'
import { useLinkedOrder } from './draft/use-linked-order.ts'
import { useOfferedPrice } from './draft/use-offered-price.ts'
import { AmountField } from './fields/amount-field.tsx'
import type { View } from './fields/fields-props.ts'
import { LimitFields } from './fields/limit-fields.tsx'
import { MarketFields } from './fields/market-fields.tsx'
import { StopFields } from './fields/stop-fields.tsx'
import { TwapFields } from './fields/twap-fields.tsx'
import { beyondBest } from './preview/beyond-best.ts'
import { type Facts, factsOf } from './preview/facts-of.ts'
import { OrderPreview } from './preview/order-preview.tsx'
import { reachedAt } from './preview/reached-at.ts'
import { usePreview } from './preview/use-preview.ts'
import { useSampled } from './preview/use-sampled.ts'
import { SendButton } from './send-button.tsx'

export interface TicketProps {
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  /** The present values were sent. */
  readonly forget: () => void
  readonly target: Target
  readonly subaccountId: string
  /** Absent for a custom asset, whose orders are MARKET orders of YES. */
  readonly market?: Market
  /** The price of now, in dollars, for the step that holds there. */
  readonly chance?: number | null
  /** Markets of a custom asset. */
  readonly members?: readonly Market[]
  /** The present mark, which stops watch; null if it is not known. */
  readonly mark: number | null
  /** The book of now, in YES prices; null before it is known. */
  readonly book: Book | null
}

const KINDS: readonly (readonly [Kind, string])[] = [
  ['LIMIT', 'Limit'],
  ['MARKET', 'Market'],
  ['STOP', 'Stop'],
  ['TWAP', 'TWAP'],
]

const FIELDS = { LIMIT: LimitFields, MARKET: MarketFields, STOP: StopFields, TWAP: TwapFields }

const NO_BOOK: Book = { bids: [], asks: [] }

/** How often the size of an amount in dollars follows a moving book. */
const SIZED_MS = 2_000

export const Ticket = ({
  draft: typed,
  change,
  forget,
  target,
  subaccountId,
  market,
  chance = null,
  members = [],
  mark,
  book: yesBook,
}: TicketProps) => {
  const amount = useRef<HTMLInputElement>(null)
  const set = (part: Partial<Draft>) => change((before) => ({ ...before, ...part }))
  const turn = (part: Pick<Draft, 'side'> | Pick<Draft, 'outcome'>) => change((before) => turned(before, part))
  const begin = (part: Pick<Draft, 'side'> | Pick<Draft, 'outcome'>) => {
    turn(part)
    amount.current?.focus()
    amount.current?.select()
  }
  // The limit of an order on the book rarely fits a stop: a stop loss with it would never fill. Stops show no slippage either, and hidden values are not sent.
  const choose = (kind: Kind) =>
    set(kind === 'STOP' || kind === 'TWAP' ? { kind, price: '', isPriceOwn: false, maxSlippage: '' } : { kind })
  useShortcut('b', () => begin({ side: 'buy' }))
  useShortcut('s', () => begin({ side: 'sell' }))
  useShortcut('y', () => begin({ outcome: 'yes' }))
  useShortcut('n', () => market !== undefined && begin({ outcome: 'no' }))
  useLinkedOrder(change)

  const isYes = typed.outcome === 'yes'
  const traded = market === undefined ? members : [market]
  const place = `${JSON.stringify(target)} ${subaccountId}`
  const book = isYes ? (yesBook ?? NO_BOOK) : mirror.book(yesBook ?? NO_BOOK)
  const offered = useOfferedPrice(typed, book, place)
  const draft = typed.kind !== 'LIMIT' || typed.isPriceOwn ? typed : { ...typed, price: offered }
  const [facts, setFacts] = useState<Facts>(() => factsOf(null))
  const lot = Math.max(0.000001, ...traded.map(({ tick_size_qty }) => tick_size_qty))
  const steps = market?.tick_structure ?? []
  const sampled = useSampled(book, `${place} ${typed.outcome} ${yesBook === null}`, SIZED_MS)
  const sized = sizedBy(draft, sampled, { feeRate: facts.feeRate, lot })
  const view: View = {
    steps: isYes ? steps : mirror.steps(steps),
    lot,
    book,
    mark: isYes ? mark : mirror.known(mark),
    facts,
    qty: inDollars(draft) ? sized.qty : readNumber(draft.qty).value,
  }
  const faults = faultsOf(draft, view.steps, view.mark)
  const step = stepAt(steps, readCents(draft.price).value ?? chance ?? 0.5)
  const drafted = requestOf(draft, { target, subaccountId, isReadable: Object.keys(faults).length === 0, sized })
  const least = Math.max(lot, ...traded.map(({ minimum_order_size }) => minimum_order_size))
  const preview = usePreview(drafted, {
    ...target,
    subaccount_id: subaccountId,
    order_type: 'MARKET',
    qty: least,
    buy_flag: buysYes(draft),
  })
  const { last, ofAccount, ofOrder } = preview
  useEffect(() => setFacts(factsOf(last)), [last])
  const doubts = (preview.data?.refusals.length ?? 0) + (preview.data?.warnings.length ?? 0)
  const beyond = beyondBest(draft, book)
  const isDoubted = drafted.kind === 'order' && (preview.problem !== null || doubts > 0 || beyond !== null)
  const atField =
    ofOrder.map((refusal) => faultOf(refusal, draft, preview.data)).find((fault) => fault !== null) ?? null
  const [firesNow, setFiresNow] = useState(false)
  const reached = reachedAt(draft, view.mark)
  // The confirmation was for this order, at a price that had been reached.
  useEffect(() => setFiresNow(false), [JSON.stringify(drafted), reached === null])
  const Fields = FIELDS[draft.kind]
  const kinds = market === undefined ? KINDS.filter(([kind]) => kind !== 'LIMIT') : KINDS
  const parts = { draft, faults, set, view }
  return (
    <Panel title="Ticket" aside={step === null ? undefined : <span class="muted small">step {price(step)} here</span>}>
      <Form
        class="ticket"
        lacks={drafted.kind === 'missing' ? { [drafted.at]: drafted.what } : {}}
        told={drafted.kind === 'order' ? (inTicket(preview.problem, draft) ?? atField) : null}
      >
        <Segments
          label="Side"
          class="sides"
          value={draft.side}
          choose={(side) => turn({ side })}
          options={[
            ['buy', 'Buy'],
            ['sell', 'Sell'],
          ]}
        />
        {market === undefined ? null : (
          <Segments
            label="Outcome"
            class="outcomes"
            value={draft.outcome}
            choose={(outcome) => turn({ outcome })}
            options={outcomesOf(draft.side, yesBook ?? NO_BOOK)}
          />
        )}
        {ofAccount.map(({ code, detail }) => (
          <Note key={code} kind="bad">
            <Told>{ownWords(detail, code)}</Told>
          </Note>
        ))}
        <Segments label="Order type" value={draft.kind} choose={choose} options={kinds} />
        <AmountField {...parts} reference={amount} />
        <Fields {...parts} />
        {draft.kind === 'TWAP' || market === undefined ? null : (
          <Check label="Reduce only" value={draft.reduceOnly} change={(reduceOnly) => set({ reduceOnly })} />
        )}
        <OrderPreview draft={draft} drafted={drafted} preview={preview} members={members} />
        {beyond === null ? null : (
          <Note kind="warn">
            {draft.side === 'buy'
              ? `This may pay up to ${price(beyond.limit)}. The best ask is ${price(beyond.best)}.`
              : `This may sell down to ${price(beyond.limit)}. The best bid is ${price(beyond.best)}.`}
          </Note>
        )}
        {reached === null ? null : (
          <>
            <Note kind="warn">This fires at once: the price is {price(reached)} already.</Note>
            <Check label="Fire it at once" value={firesNow} change={setFiresNow} />
          </>
        )}
        <SendButton
          key={draft.kind}
          draft={draft}
          drafted={drafted}
          // The price that the book filled in is the user's own from now on: a reload must find the same order.
          keep={() => set({ price: draft.price, isPriceOwn: draft.price !== '' })}
          forget={() => {
            change((before) => (before.price === draft.price ? { ...before, isPriceOwn: typed.isPriceOwn } : before))
            forget()
          }}
          isHeld={reached !== null && !firesNow}
          isDoubted={isDoubted}
          preview={preview}
        />
      </Form>
    </Panel>
  )
}

/** Both outcomes with their best prices: the bids for YES sell NO. */
const outcomesOf = (side: Draft['side'], yes: Book) => {
  const best = (book: Book) => price((side === 'buy' ? book.asks : book.bids)[0]?.price)
  return [
    ['yes', `Yes ${best(yes)}`],
    ['no', `No ${best(mirror.book(yes))}`],
  ] as const
}

/** The contracts for the dollars of a ticket, at its limit or from the book. */
const sizedBy = (draft: Draft, { asks }: Book, terms: { readonly feeRate: number; readonly lot: number }): Sized => {
  const dollars = readNumber(draft.dollars, { unit: '$' }).value
  if (!inDollars(draft) || dollars === null || dollars <= 0) return { qty: 0, worst: null }
  if (draft.kind === 'MARKET') return sizing.from(dollars, asks, terms)
  const limit = readCents(draft.price).value
  return { qty: limit === null ? 0 : sizing.at(dollars, limit, terms), worst: null }
}
