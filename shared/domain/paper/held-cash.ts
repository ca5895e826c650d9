/** Cash that the open orders of a paper account hold. A position covers the orders on its other side that would fill first. */

import { type Money, money, ONE, type Price, type Qty, smallest } from '../kernel/numbers.ts'
import { netIn, type PaperAccount } from './paper-account.ts'
import { openQty, type PaperOrder } from './paper-order.ts'

/** Cost in 1e-6 dollars of contracts that open a position: YES at its price, NO at one minus the price. Rounded up. */
export const stakeOf = (buyFlag: boolean, at: Price, amount: Qty): Money =>
  money(Number((BigInt(buyFlag ? at : ONE - at) * BigInt(amount) + BigInt(ONE) - 1n) / BigInt(ONE)))

/** Returns the cash that the open orders hold, in 1e-6 dollars. */
export const heldCash = (
  account: Pick<PaperAccount, 'positions'>,
  orders: readonly Pick<PaperOrder, 'nativeId' | 'buyFlag' | 'price' | 'qty' | 'filledQty'>[],
): Money => {
  let held = 0
  for (const [nativeId, some] of Map.groupBy(orders, (order) => order.nativeId)) {
    const net = netIn(account, nativeId)
    held += heldOn(
      some.filter(({ buyFlag }) => buyFlag).toSorted((one, other) => other.price - one.price),
      -net,
    )
    held += heldOn(
      some.filter(({ buyFlag }) => !buyFlag).toSorted((one, other) => one.price - other.price),
      net,
    )
  }
  return money(held)
}

/** `cover`: contracts that the orders of this side would close. */
const heldOn = (
  orders: readonly Pick<PaperOrder, 'buyFlag' | 'price' | 'qty' | 'filledQty'>[],
  cover: number,
): number => {
  let left = Math.max(0, cover)
  let held = 0
  for (const order of orders) {
    const open = openQty(order)
    const covered = Math.min(left, open)
    left -= covered
    held += stakeOf(order.buyFlag, order.price, smallest(open, (open - covered) as Qty))
  }
  return held
}

/** Counts the contracts of the position that an order of this side can close. Other open orders may offer some of the contracts. */
export const reducible = (
  account: Pick<PaperAccount, 'positions'>,
  orders: readonly Pick<PaperOrder, 'nativeId' | 'buyFlag' | 'qty' | 'filledQty'>[],
  { nativeId, buyFlag }: Pick<PaperOrder, 'nativeId' | 'buyFlag'>,
): Reducible => {
  const net = netIn(account, nativeId)
  const held = Math.max(0, buyFlag ? -net : net)
  const offered = orders
    .filter((order) => order.nativeId === nativeId && order.buyFlag === buyFlag)
    .reduce((sum, order) => sum + openQty(order), 0)
  return { held, offered: Math.min(held, offered), free: Math.max(0, held - offered) }
}

export interface Reducible {
  readonly held: number
  readonly offered: number
  readonly free: number
}
