/** Lists of an account's fills: the live one, and the archive (Kalshi reference, sections 5.5 and 7). */

import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { FillReport, UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { fieldsOf, textOf } from '../../http/error-words.ts'
import { readEach } from '../../read-each.ts'
import { allPages } from '../http/all-pages.ts'
import type { Client } from '../http/client.ts'
import { WireFill, WireFillPage } from '../http/wire.ts'
import { LIVE_WINDOW } from './live-window.ts'
import type { OwnRows } from './own-rows.ts'
import { toFillReport } from './to-reports.ts'

/** Lists by the first character of a cursor. */
const LIVE = 'L'
const ARCHIVE = 'A'

type Path = '/portfolio/fills' | '/historical/fills'

interface FillsRead {
  readonly path: Path
  readonly query: Readonly<Record<string, string | number | undefined>>
  /** Time of fills without a time of their own. */
  readonly readAt: Millis
  /** Receives the unreadable rows. */
  readonly unread: UnreadTrade[]
}

/** `freshness` returns the time up to which fills are complete. */
export const fillLists = (
  api: Client,
  clock: Clock,
  own: OwnRows,
  freshness: (account: ExchangeAccount, signal: AbortSignal) => Promise<Millis>,
): Pick<Exchange, 'fillsSince' | 'fillsBefore'> => {
  const readPage = async (
    account: ExchangeAccount,
    { path, query, readAt, unread }: FillsRead,
    signal: AbortSignal,
  ) => {
    const page = await api.read(account, { path, query: { ...query, limit: 1_000 }, cost: 10 }, WireFillPage, signal)
    // Without order ids: an unreadable row may name an order, but does not show whose it is.
    const onSkip = (tradeId: string, reason: string): void =>
      void unread.push({ tradeId, exchangeOrderIds: [], reason })
    const rows = readEach(page.fills ?? [], WireFill, fillIdIn, onSkip, (wire) => [
      { subaccount_number: wire.subaccount_number, fill: toFillReport(wire, readAt) },
    ])
    return { rows: (await own(account, rows, signal)).map(({ fill }) => fill), cursor: page.cursor }
  }

  const readSince = async (
    account: ExchangeAccount,
    since: Millis,
    list: Omit<FillsRead, 'query'>,
    signal: AbortSignal,
  ): Promise<readonly FillReport[]> => {
    const read = (cursor: string | undefined) =>
      readPage(account, { ...list, query: { min_ts: Math.floor(since / SECOND), cursor } }, signal)
    // Newest first. The archive may not know `min_ts`, and holds years (Kalshi OpenAPI, `GetFillsHistorical`).
    return allPages(list.path, read, (fills) => fills.length > 0 && fills.every(({ at }) => at < since))
  }

  return {
    fillsSince: async (account, since, signal) => {
      const asOf = await freshness(account, signal)
      const unread: UnreadTrade[] = []
      const reading = { readAt: asOf, unread }
      const live = await readSince(account, since, { ...reading, path: '/portfolio/fills' }, signal)
      if (clock() - since <= LIVE_WINDOW) return { fills: live, asOf, unread }
      // The archive comes second: a fill that moves meanwhile is in both lists, and not in neither.
      const old = await readSince(account, since, { ...reading, path: '/historical/fills' }, signal)
      const known = new Set(live.map(({ fillId }) => fillId))
      return { fills: [...live, ...old.filter(({ fillId, at }) => at >= since && !known.has(fillId))], asOf, unread }
    },

    // First the live list, then the archive (section 5.5).
    fillsBefore: async (account, before, cursor, signal) => {
      const [list, rest = ''] = cursor === null ? [LIVE] : [cursor.slice(0, 1), cursor.slice(1)]
      const path = list === LIVE ? '/portfolio/fills' : '/historical/fills'
      // Whole seconds, inclusive: later fills of the last second are left out below.
      const query = { max_ts: Math.ceil(before / SECOND), cursor: rest || undefined }
      const unread: UnreadTrade[] = []
      const page = await readPage(account, { path, query, readAt: before - 1, unread }, signal)
      const next = page.cursor ? `${list}${page.cursor}` : list === LIVE ? ARCHIVE : null
      return { fills: page.rows.filter(({ at }) => at < before), cursor: next, unread }
    },
  }
}

const fillIdIn = (row: unknown): string => textOf(fieldsOf(row)['fill_id'])
