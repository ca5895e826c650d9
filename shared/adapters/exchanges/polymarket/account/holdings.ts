/** Shares of a token that the wallet can sell now. */

import { type Money, money, type Qty, qty } from '#domain/kernel/numbers.ts'
import { HOUR, MINUTE, SECOND } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Session } from '../http/session.ts'
import { WireBalance, type WireTrade } from '../http/wire.ts'
import { LOT, toBalance, toMillis, unreadable } from '../http/wire-amounts.ts'
import type { RecentSales } from '../orders/recent-sales.ts'
import type { TradingContext } from '../signing/contracts.ts'
import { openOrderRows, tradeRows } from './account-pages.ts'
import { fillsOf, hasFailed, isUnsettled } from './to-fills.ts'
import { openQty, toOrderReport } from './to-order-report.ts'

export interface HoldingsDeps {
  readonly clock: Clock
  readonly sales: RecentSales
}

/**
 * Shares of a token. `free`: can be sold, in whole lots. `offered`: promised to open sales, which may leave the book
 * again.
 */
export interface Sellable {
  readonly free: Qty
  readonly offered: Qty
}

/**
 * Returns the balance without the shares that open and unsettled sales have promised, as the exchange counts it
 * (Polymarket reference, sections 3.5 and 3.9). Orders in `gone` are known to be off the book. Throws
 * `ExchangeUnavailable`.
 */
export const sellable = async (
  { clock, sales }: HoldingsDeps,
  session: Session,
  token: { readonly id: string; readonly conditionId: string; readonly assetType: TradingContext['assetType'] },
  gone: ReadonlySet<string> = new Set(),
): Promise<Sellable> => {
  const { conditionId: market, id, assetType } = token
  if (!(await mayHold(session, assetType, id))) return { free: qty(0), offered: qty(0) }

  const { wallet, credentials } = session.trader
  const orders = await openOrderRows(session, { market, asset_id: id })
  const after = Math.floor((clock() - SETTLES_WITHIN) / 1_000)
  const { trades, unread } = await tradeRows(session, { market, after })
  // The row may be a sale, whose shares are not free any more.
  if (unread[0] !== undefined) throw unreadable(`trade that makes no sense at ${unread[0].reason}`)
  const fills = trades.flatMap((trade) =>
    fillsOf(trade, { funder: wallet.funder, apiKey: credentials.apiKey }).map((fill) => ({ ...fill, trade })),
  )
  const promised = orders
    .filter((row) => row.asset_id === id && row.side.toUpperCase() === 'SELL' && toOrderReport(row).state === 'live')
    .filter((row) => !gone.has(row.id.toLowerCase()))
    .reduce((sum, row) => sum + openQty(row), 0)
  const seen = new Set([...orders.map((row) => row.id.toLowerCase()), ...fills.map(({ orderId }) => orderId)])
  const offered = promised + sales.unseen(wallet.funder, id, seen)
  // The balance is read from the chain last: shares that are sold meanwhile then count twice rather than not at all.
  const isFresh = await refreshBalance(session, assetType, id)
  const balance = await readBalance(session, assetType, id)
  // If the exchange did not read the chain again, its balance may be from before a sale that has left the wallet.
  const isIncluded = (trade: WireTrade): boolean =>
    !isUnsettled(trade) && (isFresh || clock() - toMillis('match_time', trade.match_time) > REMEMBERED_FOR)
  const leaving = fills
    .filter(({ asset, side, trade }) => asset === id && side === 'SELL' && !hasFailed(trade) && !isIncluded(trade))
    .reduce((sum, { shares }) => sum + shares, 0)
  const free = Math.max(0, balance - offered - leaving)
  return { free: qty(free - (free % LOT)), offered: qty(offered) }
}

/** Returns the cash of the wallet. Throws `ExchangeUnavailable`. */
export const cash = async (session: Session): Promise<Money> => {
  await refreshBalance(session, 'COLLATERAL', undefined)
  return money(await readBalance(session, 'COLLATERAL', undefined))
}

/** Returns true if the wallet holds a lot of the token, by the remembered balance of the exchange, or by the chain. */
const mayHold = async (session: Session, assetType: TradingContext['assetType'], tokenId: string): Promise<boolean> => {
  if ((await readBalance(session, assetType, tokenId)) >= LOT) return true
  await refreshBalance(session, assetType, tokenId)
  return (await readBalance(session, assetType, tokenId)) >= LOT
}

/** Greatest age of a remembered balance, as far as has been seen. */
const REMEMBERED_FOR = 5 * MINUTE

/**
 * Returns the balance of a token by the chain. Throws `ExchangeUnavailable`, also if the exchange does not read the
 * chain again.
 */
export const freshBalance = async (
  session: Session,
  assetType: TradingContext['assetType'],
  tokenId: string,
): Promise<Qty> => {
  if (!(await refreshBalance(session, assetType, tokenId, WAITS_TO_REFRESH))) {
    throw new ExchangeUnavailable('EXCHANGE_B', 'The exchange does not read the balance of the wallet again.')
  }
  return readBalance(session, assetType, tokenId)
}

const WAITS_TO_REFRESH = 3 * SECOND

/** A trade is mined within seconds, and failed for good within minutes (section 4.3). */
const SETTLES_WITHIN = HOUR

/**
 * Asks the exchange to renew its cached balance (Polymarket reference, section 4.4). Waits at most `patienceMs` for the rate
 * limit of that call. Returns false if the balance was not renewed.
 */
export const refreshBalance = async (
  session: Session,
  assetType: TradingContext['assetType'] | 'COLLATERAL',
  tokenId: string | undefined,
  patienceMs = 0,
): Promise<boolean> => {
  const query = balanceQuery(session, assetType, tokenId)
  const call = { host: 'clob', area: 'balance_refresh', method: 'GET', path: '/balance-allowance/update' } as const
  const answer = await session.once({ ...call, query, patienceMs })
  return answer.kind === 'answered' && answer.status === 200
}

const readBalance = async (
  session: Session,
  assetType: TradingContext['assetType'] | 'COLLATERAL',
  tokenId: string | undefined,
): Promise<Qty> => {
  const query = balanceQuery(session, assetType, tokenId)
  const call = { host: 'clob', area: 'balances', path: '/balance-allowance', query } as const
  return toBalance('balance', (await session.read(call, WireBalance)).balance)
}

/** With a wrong signature type the exchange answers for another wallet, which holds nothing (section 4.4). */
const balanceQuery = ({ trader }: Session, assetType: string, tokenId: string | undefined) => ({
  asset_type: assetType,
  token_id: tokenId,
  signature_type: trader.wallet.signatureType,
})
