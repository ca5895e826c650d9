/** The books of all members as one, each level in the colour of its exchange. Members that do not answer are named. */

import type { ExchangeName, Market } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { price as cents } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import type { Live } from '../../live/use-live.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { Book, Level } from './use-books.ts'

interface Props {
  readonly book: Live<Book>
  readonly members: readonly Market[]
}

export const ConsolidatedBook = ({ book, members }: Props) => {
  const names = [...new Set(members.map(({ exchange_name }) => exchange_name))]
  return (
    <Panel title="Consolidated book" aside={names.map((name) => <ExchangeBadge key={name} name={name} />)}>
      <LiveView of={book}>
        {({ bids, asks, silent }) => {
          const deepest = Math.max(1, ...[...bids, ...asks].map(({ qty }) => qty))
          return (
            <div class="ladder">
              {silent.map((sentence) => (
                <Note key={sentence} kind="warn">
                  {sentence}
                </Note>
              ))}
              <ul>
                {[...asks].reverse().map((level) => (
                  <Row key={`${level.market.svc_id} ${level.price}`} side="sell" level={level} deepest={deepest} />
                ))}
              </ul>
              <div class="spread">
                <span>Spread</span>
                <span>{spreadOf(bids[0], asks[0])}</span>
              </div>
              <ul>
                {bids.map((level) => (
                  <Row key={`${level.market.svc_id} ${level.price}`} side="buy" level={level} deepest={deepest} />
                ))}
              </ul>
            </div>
          )
        }}
      </LiveView>
    </Panel>
  )
}

/** A bid at one exchange may be above an ask at the other. */
const spreadOf = (bid: Level | undefined, ask: Level | undefined): string => {
  if (bid === undefined || ask === undefined) return 'one side is empty'
  const spread = Math.round((ask.price - bid.price) * 10_000) / 10_000
  return spread < 0 ? `crossed by ${cents(-spread)}` : cents(spread)
}

interface RowProps {
  readonly side: 'buy' | 'sell'
  readonly level: Level
  readonly deepest: number
}

const Row = ({ side, level: { price, qty, market }, deepest }: RowProps) => (
  <li class={`level ${COLOUR[market.exchange_name]}`}>
    <i style={{ width: `${(qty / deepest) * 100}%` }} />
    <span>
      <span class={side}>{cents(price)}</span> <span class="muted small">{EXCHANGES[market.exchange_name]}</span>
    </span>
    <span>{quantity(qty)}</span>
  </li>
)

const COLOUR: Readonly<Record<ExchangeName, string>> = { EXCHANGE_A: 'by-a', EXCHANGE_B: 'by-b' }
