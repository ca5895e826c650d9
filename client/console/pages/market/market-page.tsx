/** One market: its prices, and the ticket that trades it. */

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { components } from '../../../openapi-types.ts'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { day } from '../../format/time.ts'
import { markOf } from '../../live/mark-of.ts'
import { middle } from '../../live/middle.ts'
import { useLive } from '../../live/use-live.ts'
import { ExchangeBadge } from '../../parts/exchange-badge.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { NoSubaccount } from '../../parts/no-subaccount.tsx'
import { NoSuch } from '../../parts/no-such.tsx'
import { Note } from '../../parts/note.tsx'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { openTicket, PhoneTicket } from '../../parts/phone-ticket.tsx'
import { canTrade, hasNoSubaccount, scope, subaccount } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'
import { emptyDraft } from '../../ticket/draft/draft.ts'
import { takeLevel } from '../../ticket/draft/take-level.ts'
import { useDraft } from '../../ticket/draft/use-draft.ts'
import { Ticket } from '../../ticket/ticket.tsx'
import { WatchStar } from '../../watchlists/watch-star.tsx'
import { Siblings } from '../search/siblings.tsx'
import { bookIn } from './book/book-in.ts'
import { Ladder } from './book/ladder.tsx'
import { QuoteLine } from './book/quote-line.tsx'
import { ChartPanel } from './chart/chart-panel.tsx'
import { type Moved, MovedDialog } from './chart/moved-dialog.tsx'
import type { Print } from './chart/series-to.ts'
import { Dock } from './dock.tsx'
import { offersOf } from './offers-of.ts'
import { readAhead, readMarket } from './read-market.ts'
import { Tape } from './tape/tape.tsx'
import { useTape } from './tape/use-tape.ts'
import type { Tape as Trades } from './tape/with-trades.ts'
import { useOwnHere } from './use-own-here.ts'

/** `id` as in the address. */
export const MarketPage = ({ id }: { readonly id: string }) =>
  /^\d{1,16}$/.test(id) ? <KnownMarket svcId={Number(id)} /> : NONE

const NONE = <NoSuch what="market" list={['markets', 'Search for one']} />

const KnownMarket = ({ svcId: svc_id }: { readonly svcId: number }) => {
  const ticket = useDraft(`${subaccount.value?.subaccount_id} ${svc_id}`, emptyDraft)
  const [moved, setMoved] = useState<Moved | null>(null)
  const path = { svc_id }
  // The chart is asked for first: a browser sends six requests at a time.
  useEffect(() => readAhead(svc_id), [svc_id])
  const market = useLive(String(svc_id), () => readMarket(svc_id), { everyS: 60 })
  const book = useLive(
    `book ${svc_id}`,
    () => ask(api.GET('/v1/orderbooks/{svc_id}', { params: { path, query: { levels: 10 } } })),
    { everyS: 1, channel: { name: `book:${svc_id}`, dataOf: bookIn } },
  )
  const tape = useTape(svc_id)
  const print = useMemo(() => printOf(tape.data), [tape.data])
  const own = useOwnHere(svc_id, subaccount.value?.subaccount_id ?? '')
  // The book changes many times a second, and these do not show it.
  const chart = useMemo(
    () =>
      market.data === null ? null : (
        <ChartPanel market={market.data} own={own} print={print} moved={(id, price) => setMoved({ id, price })} />
      ),
    [market.data, own, print],
  )
  const dock = useMemo(() => <Dock own={own} />, [own])
  const trades = useMemo(() => <Tape of={tape} />, [tape])
  const rules = useMemo(() => (market.data === null ? null : <Rules of={market.data} />), [market.data])
  return (
    <LiveView of={market} missing={NONE}>
      {(data) => (
        <Page
          title={data.name}
          actions={<WatchStar svcId={svc_id} market={data.name} />}
          lead={
            <span class="row">
              <ExchangeBadge name={data.exchange_name} />
              {data.event_id === null ? null : <a href={to('events', data.event_id)}>{data.event_title ?? 'Event'}</a>}
              {data.subtitle === null || data.subtitle === '' ? null : <span>{data.subtitle}</span>}
              <span>ends {day(data.expiration_datetime)}</span>
            </span>
          }
        >
          {data.status === 'active' ? null : (
            <Note kind="warn">This market is {data.status}: no order trades here now.</Note>
          )}
          {moved === null ? null : <MovedDialog moved={moved} own={own} close={() => setMoved(null)} />}
          <div class="market">
            <section class="panel of-chart" aria-label="Prices">
              <QuoteLine book={book} market={data} lastPrint={print?.price ?? null} />
              {chart}
            </section>
            <Ladder
              book={book}
              market={data}
              own={own.orders}
              last={print?.price ?? data.last_price}
              pick={(price) => {
                if (!canTrade.value) return
                ticket.change((before) => takeLevel(before, price))
                openTicket()
              }}
            />
            <div class="of-ticket">
              {canTrade.value && subaccount.value !== null ? (
                <PhoneTicket title={data.name} offers={offersOf(book.data?.orderbook ?? null, ticket.change)}>
                  <Ticket
                    {...ticket}
                    target={{ svc_id }}
                    market={data}
                    chance={middleOf(book.data) ?? print?.price ?? data.last_price}
                    book={book.data?.orderbook ?? null}
                    mark={markIn(book.data, print?.price ?? null)}
                    subaccountId={subaccount.value.subaccount_id}
                  />
                </PhoneTicket>
              ) : (
                <Panel title="Ticket" padded>
                  {canTrade.value && hasNoSubaccount.value ? <NoSubaccount /> : null}
                  {scope.value === 'read' ? (
                    <p class="muted">This key only reads. Sign in with a key that trades to place orders.</p>
                  ) : null}
                </Panel>
              )}
            </div>
            {dock}
            {trades}
            {rules}
          </div>
        </Page>
      )}
    </LiveView>
  )
}

const Rules = ({ of: market }: { readonly of: Market }) => (
  <div class="rules stack">
    <Siblings of={market} />
    <Panel title="Rules of the market" padded>
      <p class="description">{market.description === '' ? 'The exchange tells none.' : market.description}</p>
    </Panel>
  </div>
)

const printOf = (tape: Trades | null): Print | null => {
  const [newest] = tape?.trades ?? []
  return newest === undefined
    ? null
    : { timestamp: Math.floor(Date.parse(newest.timestamp) / 1_000), price: newest.price }
}

/** The middle of a book whose sides are close; null else. */
const middleOf = (book: components['schemas']['Orderbook'] | null): number | null => {
  const [bid, ask] = [book?.orderbook.bids[0], book?.orderbook.asks[0]]
  return bid === undefined || ask === undefined ? null : middle(bid.price, ask.price)
}

/** The price that a stop here watches. */
const markIn = (book: components['schemas']['Orderbook'] | null, last: number | null): number | null =>
  markOf({ bid: book?.orderbook.bids[0]?.price ?? null, ask: book?.orderbook.asks[0]?.price ?? null, last })
