/** What a client of the play asks for, drawn from a seed: orders of all kinds, brackets, stops, TWAPs, baskets, changes and cancels. */

import type { SeededRandom } from '#simulators/engine/world/seeded-random.ts'
import type { PlayedMarket } from './markets.ts'

/** A request with its body, or a cancel or a change of something that such a request created. */
export type Requested =
  | { readonly kind: string; readonly path: string; readonly body: object }
  | { readonly kind: string; readonly cancel: '/v1/orders' | '/v1/complex-orders' }
  | { readonly kind: string; readonly amend: { readonly qty?: number; readonly price?: number } }

export interface Desk {
  readonly subaccountId: string
  readonly markets: readonly PlayedMarket[]
  readonly assets: readonly string[]
}

type Make = (desk: Desk, random: SeededRandom, number: number) => Requested

/** EXCHANGE_B takes no less than five contracts. */
const qtyOf = (random: SeededRandom): number => random.whole(5, 20)

const centsAround = ({ cents }: PlayedMarket, offset: number): number => Math.min(95, Math.max(5, cents + offset)) / 100

const marketOf = ({ markets }: Desk, random: SeededRandom): PlayedMarket => {
  const market = markets[random.whole(0, markets.length - 1)]
  if (market === undefined) throw new Error('no markets to play in')
  return market
}

const order = (kind: string, desk: Desk, number: number, body: object): Requested => ({
  kind,
  path: '/v1/orders',
  body: { subaccount_id: desk.subaccountId, client_order_id: `chaos-${number}`, ...body },
})

const limit: Make = (desk, random, number) => {
  const market = marketOf(desk, random)
  const terms = random.pick(['GTC', 'GTC', 'IOC', 'FOK', 'GTD'])
  const expiry = new Date(Date.now() + random.whole(5, 240) * 1_000).toISOString()
  return order(`LIMIT ${terms}`, desk, number, {
    svc_id: market.svcId,
    qty: qtyOf(random),
    buy_flag: random() < 0.5,
    price: centsAround(market, random.whole(-4, 4)),
    time_in_force: terms,
    ...(terms === 'GTD' ? { expiry_ts_utc: expiry } : {}),
  })
}

const market: Make = (desk, random, number) =>
  order('MARKET', desk, number, {
    svc_id: marketOf(desk, random).svcId,
    qty: qtyOf(random),
    buy_flag: random() < 0.5,
    order_type: 'MARKET',
    time_in_force: random.pick(['IOC', 'IOC', 'FOK']),
  })

const bracket: Make = (desk, random, number) => {
  const played = marketOf(desk, random)
  const [qty, buys] = [qtyOf(random), random() < 0.5]
  const exit = (subtype: 'TP' | 'SL', offset: number) => ({
    conditional_order_type: subtype,
    trigger_order: { qty, buy_flag: !buys, stop_order_price: centsAround(played, buys ? offset : -offset) },
  })
  return order('bracket', desk, number, {
    svc_id: played.svcId,
    qty,
    buy_flag: buys,
    price: centsAround(played, buys ? 2 : -2),
    conditional_orders_params: [exit('TP', 5), exit('SL', -5)],
  })
}

const basket: Make = (desk, random, number) =>
  order('basket', desk, number, {
    custom_asset_id: desk.assets[random.whole(0, desk.assets.length - 1)],
    qty: random.whole(10, 30),
    buy_flag: random() < 0.7,
    order_type: 'MARKET',
  })

const complex = (kind: string, desk: Desk, played: PlayedMarket, params: object): Requested => ({
  kind,
  path: '/v1/complex-orders',
  body: { subaccount_id: desk.subaccountId, svc_id: played.svcId, ...params },
})

const stop: Make = (desk, random) => {
  const played = marketOf(desk, random)
  const buys = random() < 0.5
  const [subtype, away] = random.pick([
    ['STOP', buys ? 3 : -3],
    ['REVERSE_STOP', buys ? -3 : 3],
  ])
  return complex('stop', desk, played, {
    conditional_order_params: {
      conditional_order_type: subtype,
      stop_order_price: centsAround(played, away),
      trigger_order: { qty: qtyOf(random), buy_flag: buys },
    },
  })
}

const twap: Make = (desk, random) =>
  complex('TWAP', desk, marketOf(desk, random), {
    twap_order_params: {
      buy_flag: random() < 0.5,
      total_qty: 6 * random.whole(5, 10),
      duration_s: 60,
      slices: random.whole(3, 6),
    },
  })

/** Up, down, in price or both. The price may be far from the market of the order: then it trades at once, or rests. */
const amend: Make = (_desk, random) => {
  const [qty, price] = [random.whole(5, 30), random.whole(30, 70) / 100]
  const body = random.pick([{ qty }, { qty }, { price }, { qty, price }])
  return { kind: 'change', amend: body }
}

const cancel: Make = () => ({ kind: 'cancel', cancel: '/v1/orders' })
const cancelComplex: Make = () => ({ kind: 'cancel complex', cancel: '/v1/complex-orders' })
const cancelAll: Make = ({ subaccountId }) => ({
  kind: 'cancel-all',
  path: '/v1/orders/cancel-all',
  body: { subaccount_id: subaccountId },
})

/** How often each of them comes, of a thousand. */
const SHARES: ReadonlyArray<readonly [number, Make]> = [
  [380, limit],
  [170, market],
  [70, bracket],
  [60, basket],
  [40, stop],
  [20, twap],
  [100, amend],
  [137, cancel],
  [20, cancelComplex],
  [3, cancelAll],
]

const DECK: readonly Make[] = SHARES.flatMap(([share, make]) => Array.from({ length: share }, () => make))

/** The request of that number; the same for one seed, but for prices, which follow the books. */
export const requestedNext = (desk: Desk, random: SeededRandom, number: number): Requested =>
  (DECK[random.whole(0, DECK.length - 1)] ?? limit)(desk, random, number)
