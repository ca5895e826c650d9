/** Orders and trades of an account, page by page (Polymarket reference, sections 4.2 and 4.3). */

import type { UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { fieldsOf, textOf } from '../../http/error-words.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Call } from '../http/client.ts'
import type { Session } from '../http/session.ts'
import { WireOrder, WireOrderPage, type WireTrade, WireTradePage } from '../http/wire.ts'
import { unreadable } from '../http/wire-amounts.ts'
import { type TradeRow, tradeRow } from './trade-row.ts'

type Query = NonNullable<Call['query']>
const LEDGER = { host: 'clob', area: 'ledger' } as const

/**
 * Reads open orders. `onOdd` receives unreadable rows, which are left out. Without it they are refused: an unreadable
 * row may be the one that decides.
 */
export const openOrderRows = (
  session: Session,
  query: Query,
  onOdd: OnSkip = refuseRow,
): Promise<readonly WireOrder[]> =>
  allPages('/data/orders', async (cursor) => {
    const call = { ...LEDGER, path: '/data/orders', query: { ...query, next_cursor: cursor } }
    const page = await session.read(call, WireOrderPage)
    return { ...page, data: readEach(page.data, WireOrder, idOf, onOdd, (row) => [row]) }
  })

const idOf = (row: unknown): string => textOf(fieldsOf(row)['id'])

const refuseRow: OnSkip = (id, reason) => {
  throw unreadable(`open order that makes no sense (${id.slice(0, 80)}): ${reason}`)
}

/** The readable and the unreadable rows of a list of trades. */
export interface Trades {
  readonly trades: readonly WireTrade[]
  readonly unread: readonly UnreadTrade[]
}

/** Reads trades of the wallet that pays, from its orders as taker and as maker. */
export const tradeRows = async (session: Session, query: Query): Promise<Trades> =>
  sorted(await allPages('/data/trades', (cursor) => readTrades(session, { ...query, next_cursor: cursor })))

/** Reads a hundred trades, newest first, with the cursor of the next page; null after the last page. */
export const tradePage = async (
  session: Session,
  query: Query,
  cursor: string | null,
): Promise<Trades & { readonly cursor: string | null }> => {
  const { data, next_cursor: next } = await readTrades(session, { ...query, next_cursor: cursor ?? FIRST })
  const isLast = data.length === 0 || !next || next === LAST || next === cursor
  return { ...sorted(data), cursor: isLast ? null : next }
}

const sorted = (rows: readonly TradeRow[]): Trades => ({
  trades: rows.flatMap((row) => (row.kind === 'read' ? [row.trade] : [])),
  unread: rows.flatMap((row) => (row.kind === 'unread' ? [row.trade] : [])),
})

const readTrades = async (session: Session, query: Query) => {
  const { funder } = session.trader.wallet
  const call = { ...LEDGER, path: '/data/trades', query: { maker_address: funder, ...query } }
  const page = await session.read(call, WireTradePage)
  return { ...page, data: page.data.map(tradeRow) }
}

/** A trade between two orders of one account may be listed once from each side. */
interface Named {
  readonly id: string
  readonly trader_side?: string | null | undefined
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly next_cursor?: string | null | undefined
}

/**
 * Reads all pages. The first page has the cursor `MA==`; the end is `LTE=`, an empty page or no cursor. A cursor counts
 * rows from the start. If a row is added before it between two pages, the next page repeats a row. The last reading of
 * a row counts.
 */
const allPages = async <Row extends Named>(
  path: string,
  read: (cursor: string) => Promise<Page<Row>>,
): Promise<readonly Row[]> => {
  const rows = new Map<string, Row>()
  let cursor = FIRST
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await read(cursor)
    for (const row of page.data) rows.set(`${row.id} ${row.trader_side ?? ''}`, row)
    const next = page.next_cursor ?? ''
    if (page.data.length === 0 || next === '' || next === LAST || next === cursor) return [...rows.values()]
    cursor = next
  }
  throw new ExchangeUnavailable('EXCHANGE_B', `The exchange's list at ${path} does not end.`)
}

const FIRST = 'MA=='
const LAST = 'LTE='
/** A hundred rows each. */
const MOST_PAGES = 1_000
