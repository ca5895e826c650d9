/** Our fills of a trade in YES terms, as its taker or as one of its makers (Polymarket reference, section 4.3). */

import { takerFeeExchangeB } from '#domain/exchanges/fees/exchange-b.ts'
import { money, oneMinus, type Qty } from '#domain/kernel/numbers.ts'
import type { FeeTerms } from '#domain/markets/market.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { bare, type WireTrade } from '../http/wire.ts'
import { toMillis, toRoundedPrice, toShares, unreadable } from '../http/wire-amounts.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import type { Tokens } from '../markets/tokens.ts'

export interface OwnFill {
  readonly isMaker: boolean
  readonly orderId: string
  /** Token that changed hands, and its direction. */
  readonly asset: string
  readonly side: 'BUY' | 'SELL'
  readonly shares: Qty
  /** Returns null if neither the catalogue nor the row shows which token is YES. `fee` may be null for a maker. */
  inYesTerms(tokens: Tokens | null, fee: FeeTerms | null): FillReport | null
}

/** The account whose fills are read. */
export interface Us {
  readonly funder: string
  readonly apiKey: string
}

export const fillsOf = (trade: WireTrade, us: Us): readonly OwnFill[] => {
  const makers = (trade.maker_orders ?? []).filter((maker) => sameText(maker.maker_address, us.funder))
  return [
    ...(isTaker(trade, us, makers.length > 0)
      ? [ownFill(trade, { ...trade, orderId: trade.taker_order_id, isMaker: false })]
      : []),
    ...makers.map((maker) => {
      const { matched_amount: size, order_id: orderId } = maker
      return ownFill(trade, {
        ...maker,
        size,
        orderId,
        side: maker.side ?? sideOf(maker.asset_id, trade),
        isMaker: true,
      })
    }),
  ]
}

/**
 * Returns the side of a maker whose row lacks it. For the taker's token it is the other side, for the other token the
 * same one (a mint or a merge).
 */
const sideOf = (asset: string, taker: Pick<WireTrade, 'asset_id' | 'side'>): 'BUY' | 'SELL' =>
  (asset === taker.asset_id) === (taker.side === 'BUY') ? 'SELL' : 'BUY'

/**
 * Returns true if the account was the taker, by `trader_side`, or else by the owner of the trade. A maker may be named
 * as the owner too: its trade counted from both sides would make another position. Throws `ExchangeUnavailable`.
 */
const isTaker = (trade: WireTrade, us: Us, isMaker: boolean): boolean => {
  const side = trade.trader_side?.toUpperCase()
  if (side === 'TAKER' || side === 'MAKER') return side === 'TAKER'
  const isOwner = sameText(trade.owner ?? '', us.apiKey) || sameText(trade.maker_address ?? '', us.funder)
  if (isOwner && isMaker) throw unreadable('trade that does not say which side of it is ours')
  return isOwner
}

interface Side {
  readonly orderId: string
  readonly asset_id: string
  readonly outcome?: string | null | undefined
  readonly side: 'BUY' | 'SELL'
  readonly price: string
  readonly size: string
  readonly isMaker: boolean
}

const ownFill = (trade: WireTrade, own: Side): OwnFill => ({
  isMaker: own.isMaker,
  orderId: own.orderId.toLowerCase(),
  asset: own.asset_id,
  side: own.side,
  shares: toShares('trade size', own.size),
  inYesTerms: (tokens, fee) => {
    const isYes = reportsYes(own, tokens)
    if (isYes === null) return null
    const at = toRoundedPrice('trade price', own.price)
    const shares = toShares('trade size', own.size)
    const orderId = own.orderId.toLowerCase()
    return {
      fillId: `${trade.id}:${orderId.replace(/^0x/, '').slice(0, 16)}`,
      tradeId: trade.id,
      exchangeOrderId: orderId,
      nativeId: conditionIdOf(trade.market),
      at: toMillis('match_time', trade.match_time),
      // A sale of NO at q is a purchase of YES at 1 − q.
      price: isYes ? at : oneMinus(at),
      qty: shares,
      fee: own.isMaker || fee === null ? money(0) : takerFeeExchangeB(shares, at, fee),
      buyFlag: (own.side === 'BUY') === isYes,
      isMaker: own.isMaker,
      status: statusOf(trade),
    }
  },
})

/**
 * Uses the catalogue, which is certain. For a market that the catalogue has lost, uses the label, if it is a plain
 * word.
 */
const reportsYes = ({ asset_id: asset, outcome }: Side, tokens: Tokens | null): boolean | null => {
  if (tokens !== null) {
    if (asset === tokens.yes) return true
    if (asset === tokens.no) return false
    throw unreadable(`trade of a token that its market does not have: ${asset.slice(0, 80)}`)
  }
  const label = outcome?.toLowerCase()
  if (label === 'yes') return true
  return label === 'no' ? false : null
}

const STATUSES: ReadonlyMap<string, FillReport['status']> = new Map([
  ['MATCHED_NOT_BROADCASTED', 'PROVISIONAL'],
  ['MATCHED', 'PROVISIONAL'],
  ['MINED', 'PROVISIONAL'],
  ['RETRYING', 'PROVISIONAL'],
  ['CONFIRMED', 'FINAL'],
  ['FAILED', 'REVERSED'],
])

/** Returns true if the shares of a trade are still on their way: they leave the wallet once the trade is mined. */
export const isUnsettled = ({ status }: Pick<WireTrade, 'status'>): boolean =>
  statusOf({ status }) === 'PROVISIONAL' && bare(status) !== 'MINED'

/** Returns true if the exchange has abandoned the trade: it moves no shares. */
export const hasFailed = ({ status }: Pick<WireTrade, 'status'>): boolean => statusOf({ status }) === 'REVERSED'

/** An unknown status is not final. */
const statusOf = ({ status }: Pick<WireTrade, 'status'>): FillReport['status'] =>
  STATUSES.get(bare(status)) ?? 'PROVISIONAL'

const sameText = (a: string, b: string): boolean => a !== '' && a.toLowerCase() === b.toLowerCase()
