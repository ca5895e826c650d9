/** Cost and immediate fills of an order in one line at its button, in sight however low the screen is. */

import { averagePrice } from '../../format/average-price.ts'
import { money } from '../../format/money.ts'
import { quantity } from '../../format/quantity.ts'
import { buysYes, type Draft, type Drafted } from '../draft/draft.ts'
import { mirror } from '../draft/mirror.ts'
import { heldBefore } from './held-before.ts'
import { stakesOf } from './stakes-of.ts'
import type { PreviewNow } from './use-preview.ts'

interface Props {
  readonly draft: Draft
  readonly drafted: Drafted
  readonly preview: PreviewNow
}

export const OrderGist = ({ draft, drafted, preview: { data, last, problem } }: Props) =>
  draft.kind === 'STOP' || draft.kind === 'TWAP' ? null : (
    // Its room stays while the cost is not known, so that the button does not move.
    <div class={`gist small ${data === null ? 'old' : ''}`}>
      {drafted.kind === 'order' && last !== null && problem === null ? <Figures draft={draft} {...last} /> : null}
    </div>
  )

const Figures = ({ draft, data }: { readonly draft: Draft } & NonNullable<PreviewNow['last']>) => {
  const { qty, average_price } = data
  const before = heldBefore(data, buysYes(draft))
  const stakes = before === null ? null : stakesOf(data, buysYes(draft), before)
  const at = draft.outcome === 'yes' ? average_price : mirror.known(average_price)
  return (
    <dl>
      {stakes === null || stakes.opening === null ? null : <Figure of="Costs">{money(stakes.opening.costs)}</Figure>}
      {stakes === null || stakes.gets === null ? null : <Figure of="You get">{money(stakes.gets)}</Figure>}
      <Figure of="Fills at once">{qty > 0 ? `${quantity(qty)} at ${averagePrice(at)}` : 'nothing'}</Figure>
    </dl>
  )
}

const Figure = ({ of, children }: { readonly of: string; readonly children: string }) => (
  <div>
    <dt>{of}</dt>
    <dd>{children}</dd>
  </div>
)
