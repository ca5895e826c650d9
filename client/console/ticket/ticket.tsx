/** The ticket: what to trade, what it would cost now, and the button that sends it. Keys: b buys, s sells. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Market } from '../api/types.ts'
import { price, readCents } from '../format/price.ts'
import { stepAt } from '../format/price-steps.ts'
import { Check } from '../parts/form/check.tsx'
import { Form } from '../parts/form/form.tsx'
import { Segments } from '../parts/form/segments.tsx'
import { Note } from '../parts/note.tsx'
import { Panel } from '../parts/panel.tsx'
import { useShortcut } from '../shell/shortcuts.ts'
import { type Draft, type Kind, requestOf, type Target } from './draft.ts'
import { DraftField } from './draft-field.tsx'
import { faultsOf, inTicket } from './faults-of.ts'
import { LimitFields } from './limit-fields.tsx'
import { MarketFields } from './market-fields.tsx'
import { OrderPreview } from './order-preview.tsx'
import { reachedAt } from './reached-at.ts'
import { SendButton } from './send-button.tsx'
import { StopFields } from './stop-fields.tsx'
import { TwapFields } from './twap-fields.tsx'
import { usePreview } from './use-preview.ts'

export interface TicketProps {
  readonly draft: Draft
  readonly change: (next: (before: Draft) => Draft) => void
  /** The present values were sent. */
  readonly forget: () => void
  readonly target: Target
  readonly subaccountId: string
  /** Absent for a custom asset, whose orders are MARKET orders. */
  readonly market?: Market
  /** The price of now, in dollars, for the step that holds there. */
  readonly chance?: number | null
  /** Markets of a custom asset. */
  readonly members?: readonly Market[]
  /** The present mark, which stops watch; null if it is not known. */
  readonly mark: number | null
}

const KINDS: readonly (readonly [Kind, string])[] = [
  ['LIMIT', 'Limit'],
  ['MARKET', 'Market'],
  ['STOP', 'Stop'],
  ['TWAP', 'TWAP'],
]

const FIELDS = { LIMIT: LimitFields, MARKET: MarketFields, STOP: StopFields, TWAP: TwapFields }

export const Ticket = ({
  draft,
  change,
  forget,
  target,
  subaccountId,
  market,
  chance = null,
  members = [],
  mark,
}: TicketProps) => {
  const qty = useRef<HTMLInputElement>(null)
  const set = (part: Partial<Draft>) => change((before) => ({ ...before, ...part }))
  const begin = (side: Draft['side']) => {
    set({ side })
    qty.current?.focus()
    qty.current?.select()
  }
  // The limit of an order on the book rarely fits a stop: a stop loss with it would never fill. Stops show no slippage either, and hidden values are not sent.
  const choose = (kind: Kind) =>
    set(kind === 'STOP' || kind === 'TWAP' ? { kind, price: '', maxSlippage: '' } : { kind })
  useShortcut('b', () => begin('buy'))
  useShortcut('s', () => begin('sell'))
  const steps = market?.tick_structure ?? []
  const faults = faultsOf(draft, steps)
  const step = stepAt(steps, readCents(draft.price).value ?? chance ?? 0.5)
  const drafted = requestOf(draft, target, subaccountId, Object.keys(faults).length === 0)
  const preview = usePreview(drafted)
  const doubts = (preview.data?.refusals.length ?? 0) + (preview.data?.warnings.length ?? 0)
  const isDoubted = drafted.kind === 'order' && (preview.problem !== null || doubts > 0)
  const [firesNow, setFiresNow] = useState(false)
  const reached = reachedAt(draft, mark)
  // The confirmation was for this order, at a price that had been reached.
  useEffect(() => setFiresNow(false), [JSON.stringify(drafted), reached === null])
  const Fields = FIELDS[draft.kind]
  const kinds = market === undefined ? KINDS.filter(([kind]) => kind !== 'LIMIT') : KINDS
  return (
    <Panel title="Ticket" aside={step === null ? undefined : <span class="muted small">step {price(step)} here</span>}>
      <Form
        class="ticket"
        lacks={drafted.kind === 'missing' ? { [drafted.at]: drafted.what } : {}}
        told={drafted.kind === 'order' ? inTicket(preview.problem, draft) : null}
      >
        <Segments
          label="Side"
          class="sides"
          value={draft.side}
          choose={(side) => set({ side })}
          options={[
            ['buy', 'Buy YES'],
            ['sell', 'Sell YES'],
          ]}
        />
        <Segments label="Order type" value={draft.kind} choose={choose} options={kinds} />
        <DraftField draft={draft} faults={faults} set={set} of="qty" label="Contracts" reference={qty} />
        <Fields draft={draft} faults={faults} set={set} />
        {draft.kind === 'TWAP' || market === undefined ? null : (
          <Check label="Reduce only" value={draft.reduceOnly} change={(reduceOnly) => set({ reduceOnly })} />
        )}
        <OrderPreview drafted={drafted} preview={preview} members={members} />
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
          forget={forget}
          isHeld={reached !== null && !firesNow}
          isDoubted={isDoubted}
          preview={preview}
        />
      </Form>
    </Panel>
  )
}
