/** Orders and all that hangs on them in a world: planted through the interface, seen beside what the exchange says of them. */

import { expect } from 'vitest'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { identitiesOf } from '../identities-of.ts'
import type { World } from '../world.ts'
import type { GroupView } from './group-rules.ts'

/** A conditional order to hang on something; prices in cents. */
export interface Hung {
  readonly type: 'TP' | 'SL' | 'STOP' | 'REVERSE_STOP'
  readonly qty: number
  /** In the direction of what it hangs on; only stops can be. */
  readonly same?: true
  /** Trigger price; a TP without one rests. */
  readonly at?: number
  /** Price of a LIMIT order. */
  readonly limit?: number
  readonly on?: readonly Hung[]
}

/** The root of a tree: an order at a limit, or a stop that will place one at the market. */
export interface Planted {
  readonly buy: boolean
  readonly qty: number
  readonly limit?: number
  readonly at?: number
  readonly on: readonly Hung[]
}

/** The same trade on the other side of the question. */
export const mirrored = (planted: Planted): Planted => ({
  ...planted,
  ...turned(planted),
  buy: !planted.buy,
  on: planted.on.map(mirroredHung),
})

const mirroredHung = (hung: Hung): Hung => ({
  ...hung,
  ...turned(hung),
  ...(hung.on === undefined ? {} : { on: hung.on.map(mirroredHung) }),
})

const turned = ({ at, limit }: { readonly at?: number; readonly limit?: number }) => ({
  ...(at === undefined ? {} : { at: 100 - at }),
  ...(limit === undefined ? {} : { limit: 100 - limit }),
})

export const groupStories = (world: World) => {
  const conditional = async (params: object): Promise<string> => {
    const placed = await world.postConditional(params)
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    return placed.body.complex_order_id
  }

  const hang = async (parent: object, parentBuys: boolean, hung: Hung): Promise<void> => {
    const { type, qty, same, at, limit, on = [] } = hung
    const isStop = type === 'STOP' || type === 'REVERSE_STOP'
    const buys = same === true ? parentBuys : !parentBuys
    const id = await conditional({
      ...parent,
      conditional_order_type: type,
      ...(isStop ? { stop_order_price: dollars(at) } : {}),
      trigger_order: {
        qty,
        buy_flag: buys,
        ...(limit === undefined ? {} : { price: dollars(limit) }),
        ...(isStop || at === undefined ? {} : { stop_order_price: dollars(at) }),
      },
    })
    for (const one of on) await hang({ parent_complex_order_id: id }, buys, one)
  }

  const ours = ({ accounts }: Ledger) => accounts.find(({ id }) => id === world.simulated.account)
  const heldIn = (ledger: Ledger): Held =>
    ours(ledger)?.positions.find(({ market }) => market === world.simulated.market) ?? { market: '', position: 0 }
  const held = async (): Promise<Held> => heldIn(await world.simulated.ledger())

  return {
    plant: async ({ buy, qty, limit, at, on }: Planted): Promise<void> => {
      const parent =
        limit === undefined
          ? {
              parent_complex_order_id: await conditional({
                conditional_order_type: 'STOP',
                stop_order_price: dollars(at),
                trigger_order: { qty, buy_flag: buy },
              }),
            }
          : { parent_svc_order_id: await world.place({ qty, buy_flag: buy, price: dollars(limit) }) }
      for (const one of on) await hang(parent, buy, one)
    },
    /** Everything there is now, and what the exchange says of it. */
    view: async (): Promise<GroupView> => {
      const { userId } = world.hero
      const { orders: listed } = await world.ports.orders.list(userId, {}, { limit: 1_000, offset: 0 })
      const { complexOrders } = await world.ports.complexOrders.list(userId, {}, { limit: 1_000, offset: 0 })
      const orders = (await Promise.all(listed.map(({ orderId }) => world.ports.orders.get(orderId)))).filter(
        (order) => order !== null,
      )
      const market = await world.ports.markets.get(world.svcId())
      if (market === null) throw new Error('there is no such market')
      const ledger: Ledger = await world.simulated.ledger()
      const account = ours(ledger)
      const identities = new Map(orders.map((order) => [order.orderId, identitiesOf(order)]))
      const placed = (orderId: string) =>
        (account?.orders ?? []).filter(({ identity }) => identities.get(orderId)?.includes(identity))
      const matched = (orderId: string): number => {
        const ids = placed(orderId).map(({ id }) => id)
        return (account?.fills ?? [])
          .filter((fill) => ids.includes(fill.order_id) && fill.status !== 'FAILED')
          .reduce((sum, fill) => sum + micros(fill.qty), 0)
      }
      const open = (orderId: string): number =>
        placed(orderId)
          .filter(({ status }) => status === 'resting')
          .reduce((sum, { qty, filled_qty }) => sum + micros(qty) - micros(filled_qty), 0)
      const closable = closableOf(heldIn(ledger))
      return {
        orders: new Map(orders.map((order) => [order.orderId, order])),
        complexOrders: new Map(complexOrders.map((one) => [one.complexOrderId, one])),
        market,
        simulated: {
          has: (orderId) => placed(orderId).length > 0,
          matched,
          open,
          free: (buyFlag) => {
            const exits = orders.filter((order) => isExitOrder(order) && order.buyFlag === buyFlag)
            const kept = exits.reduce((sum, { orderId }) => sum + open(orderId), 0)
            return Math.max(0, (buyFlag ? closable.boughtBack : closable.sold) - kept)
          },
        },
      }
    },
    /** Position of the account in the market, as the exchange counts it. */
    position: async (): Promise<number> => (await held()).position,
    /** How much of it can be sold, and bought back: on EXCHANGE_B shares of both outcomes can be held. */
    closable: async (): Promise<Closable> => closableOf(await held()),
    /** Orders of the user that leave nothing are taken off. */
    cancelEntries: async (): Promise<void> => {
      for (const { svc_order_id: id } of await world.orders()) {
        const order = await world.ports.orders.get(id)
        if (order !== null && !isExitOrder(order) && !isFinal(order.status)) await world.delete(`/v1/orders/${id}`)
      }
    },
  }
}

interface Ledger {
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly orders: ReadonlyArray<{
      readonly id: string
      readonly identity: string
      readonly qty: number
      readonly filled_qty: number
      readonly status: string
    }>
    readonly fills: ReadonlyArray<{ readonly order_id: string; readonly qty: number; readonly status?: string }>
    readonly positions: readonly Held[]
  }>
}

interface Held {
  readonly market: string
  readonly position: number
  readonly yes?: number
  readonly no?: number
}

interface Closable {
  readonly sold: number
  readonly boughtBack: number
}

const closableOf = ({ position, yes, no }: Held): Closable => ({
  sold: micros(yes ?? Math.max(0, position)),
  boughtBack: micros(no ?? Math.max(0, -position)),
})

const dollars = (cents = 0): number => cents / 100
const micros = (amount: number): number => Math.round(amount * 1_000_000)
