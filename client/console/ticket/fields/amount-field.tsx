/** How much: contracts, or dollars of which contracts are bought. With buttons for usual sizes, and for all that is possible. */

import type { RefObject } from 'preact'
import { money } from '../../format/money.ts'
import { quantity } from '../../format/quantity.ts'
import { readNumber } from '../../format/read-number.ts'
import { Segments } from '../../parts/form/segments.tsx'
import { inDollars } from '../draft/draft.ts'
import { maxOf } from '../draft/max-of.ts'
import { sizing } from '../draft/sizing.ts'
import { DraftField } from './draft-field.tsx'
import type { FieldsProps } from './fields-props.ts'

interface Props extends FieldsProps {
  readonly reference: RefObject<HTMLInputElement | null>
}

export const AmountField = (props: Props) => {
  const { draft, set, view } = props
  const isInDollars = inDollars(draft)
  const of = isInDollars ? 'dollars' : 'qty'
  const most = isInDollars ? view.facts.cash : maxOf(draft, view)
  const put = (value: number) => set({ [of]: String(value) })
  const typed = readNumber(draft[of], { unit: '$' }).value ?? 0
  const add = (more: number): number => Math.round((typed + more) * 1_000_000) / 1_000_000
  const share = (most: number, of: number): number => sizing.part(most, of, isInDollars ? 0.01 : view.lot)
  const step = isInDollars ? 1 : Math.max(1, view.lot)
  const canBeDollars = draft.side === 'buy' && (draft.kind === 'LIMIT' || draft.kind === 'MARKET')
  return (
    <div class="with-picks amount">
      {canBeDollars ? (
        <Segments
          label="Amount in"
          class="units"
          value={draft.amount}
          choose={(amount) => set({ amount })}
          options={[
            ['contracts', 'Qty'],
            ['dollars', '$'],
          ]}
        />
      ) : null}
      <DraftField
        {...props}
        of={of}
        label={isInDollars ? 'Dollars, fee included' : 'Contracts'}
        hint={hintOf(props, isInDollars)}
        stepped={(_, count) => String(Math.max(step, add(count * step)))}
      />
      <div class="picks">
        {[10, 100].map((more) => (
          <button key={more} type="button" class="button compact" onClick={() => put(add(more))}>
            {isInDollars ? `+$${more}` : `+${more}`}
          </button>
        ))}
        {SHARES.map(([name, part]) => (
          <button
            key={name}
            type="button"
            class="button compact"
            disabled={most === null || share(most, part) === 0}
            onClick={() => most !== null && put(share(most, part))}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

const SHARES = [
  ['25%', 0.25],
  ['50%', 0.5],
  ['Max', 1],
] as const

const hintOf = ({ draft, view: { facts, qty } }: Props, isInDollars: boolean): string => {
  const held =
    facts.held === null || facts.held === 0
      ? ''
      : `${quantity(Math.abs(facts.held))} ${facts.held > 0 ? 'Yes' : 'No'} held`
  const cash = facts.cash === null ? '' : `${money(facts.cash)} free`
  const size = isInDollars && qty !== null && qty > 0 ? `≈ ${quantity(qty)} contracts` : ''
  return [size, draft.side === 'sell' || size === '' ? held : '', cash].filter((part) => part !== '').join(' · ')
}
