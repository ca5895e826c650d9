/** Computes the gain of each tag from the fills of its orders, at the average cost within the tag. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { type Money, money, type Price, sumOf } from '../kernel/numbers.ts'
import type { Fill } from '../orders/fills/fill.ts'
import { type Holdings, heldPositions } from './held-position.ts'
import { type Position, payOut, positionOf, realizedPnl, unrealizedPnl } from './position.ts'

/** A fill of an order with that tag. */
export interface TaggedFill
  extends Pick<
    Fill,
    'fillId' | 'subaccountId' | 'svcId' | 'exchange' | 'exchangeAt' | 'price' | 'qty' | 'fee' | 'buyFlag' | 'status'
  > {
  readonly orderId: string
  readonly tag: string
}

/** The trades of one tag in one market. */
export interface TagInMarket {
  readonly svcId: number
  readonly exchange: ExchangeName
  /** From the fills of the tag alone: other orders may hold the opposite. Closed by the payout of a market that has paid. */
  readonly held: Position
  readonly mark: Price | null
  /** Fees taken off. */
  readonly realized: Money
  /** Null if something is open without a mark. */
  readonly unrealized: Money | null
}

export interface TagPnl {
  readonly tag: string
  readonly realized: Money
  /** Null if something is open without a mark. */
  readonly unrealized: Money | null
  readonly fees: Money
  readonly fillCount: number
  /** Ascending by `svcId`. */
  readonly markets: readonly TagInMarket[]
}

/** Returns the gain of each tag of a subaccount, by name. Marks, payouts and restarts come from the positions of the subaccount. */
export const tagPnl = (fills: readonly TaggedFill[], holdings: Holdings): readonly TagPnl[] => {
  const places = placesOf(holdings)
  const byTag = Map.groupBy(fills, ({ tag }) => tag)
  return [...byTag]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([tag, own]) => {
      const markets = [...Map.groupBy(own, placeOf)].flatMap(([place, traded]) => inMarket(traded, places.get(place)))
      return markets.length === 0 ? [] : [sumUp(tag, markets)]
    })
}

/** Facts of the subaccount about one market. */
interface Place {
  readonly countsFrom: number
  readonly yesPaid: Price | null
  readonly mark: Price | null
}

const UNKNOWN: Place = { countsFrom: 0, yesPaid: null, mark: null }

const placesOf = (holdings: Holdings): ReadonlyMap<string, Place> => {
  const marks = new Map(heldPositions(holdings).map((held) => [placeOf(held), held.mark]))
  return new Map(
    holdings.ledgers.map((ledger) => [placeOf(ledger), { ...ledger, mark: marks.get(placeOf(ledger)) ?? null }]),
  )
}

const placeOf = ({ exchange, svcId }: { readonly exchange: ExchangeName; readonly svcId: number }): string =>
  `${exchange} ${svcId}`

const inMarket = (fills: readonly TaggedFill[], place: Place = UNKNOWN): readonly TagInMarket[] => {
  const traded = positionOf(fills.filter(({ exchangeAt }) => exchangeAt >= place.countsFrom))
  const [first] = fills
  if (first === undefined || traded.fillCount === 0) return []
  const { svcId, exchange } = first
  const held = place.yesPaid === null ? traded : payOut(traded, place.yesPaid)
  const { mark } = place
  return [{ svcId, exchange, held, mark, realized: realizedPnl(held), unrealized: openGain(held, mark) }]
}

const openGain = (held: Position, mark: Price | null): Money | null => {
  if (held.position === 0) return money(0)
  return mark === null ? null : unrealizedPnl(held, mark)
}

const sumUp = (tag: string, markets: readonly TagInMarket[]): TagPnl => {
  const open = markets.flatMap(({ unrealized }) => unrealized ?? [])
  return {
    tag,
    realized: sumOf(markets, ({ realized }) => realized),
    unrealized: open.length < markets.length ? null : sumOf(open, (gain) => gain),
    fees: sumOf(markets, ({ held }) => held.fees),
    fillCount: markets.reduce((sum, { held }) => sum + held.fillCount, 0),
    markets: markets.toSorted((one, other) => one.svcId - other.svcId),
  }
}
