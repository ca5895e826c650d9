/** The books of all members as one, each level in the colour of its exchange. Members that do not answer are named. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ExchangeName, Market } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { price as cents } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { useLive } from '../../live/use-live.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Note } from '../../parts/note.tsx'
import { Panel } from '../../parts/panel.tsx'

interface Props {
  readonly customAssetId: string
  readonly members: readonly Market[]
}

interface Level {
  readonly price: number
  readonly qty: number
  readonly market: Market
}

interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** A sentence for each member without a book. */
  readonly silent: readonly string[]
}

const SHOWN = 10

export const ConsolidatedBook = ({ customAssetId, members }: Props) => {
  const ids = members.map(({ svc_id }) => svc_id).join()
  const book = useLive(ids === '' ? '' : `${customAssetId} ${ids}`, () => readBooks(members), { everyS: 3 })
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

const readBooks = async (members: readonly Market[]): Promise<Answer<Book>> => {
  const answers = await Promise.all(
    members.map(async (market) => ({
      market,
      answer: await ask(
        api.GET('/v1/orderbooks/{svc_id}', { params: { path: { svc_id: market.svc_id }, query: { levels: 10 } } }),
      ),
    })),
  )
  const failed = answers.flatMap(({ market, answer }) => (answer.ok ? [] : [{ market, problem: answer.problem }]))
  const [first] = failed
  if (first !== undefined && failed.length === members.length) return { ok: false, problem: first.problem }
  const side = (name: 'bids' | 'asks') =>
    answers.flatMap(({ market, answer }) =>
      answer.ok ? answer.data.orderbook[name].map((level) => ({ ...level, market })) : [],
    )
  return {
    ok: true,
    data: {
      bids: side('bids')
        .sort((a, b) => b.price - a.price)
        .slice(0, SHOWN),
      asks: side('asks')
        .sort((a, b) => a.price - b.price)
        .slice(0, SHOWN),
      silent: failed.map(
        ({ market, problem }) => `${EXCHANGES[market.exchange_name]}, ${market.name}: ${problem.detail}`,
      ),
    },
  }
}
