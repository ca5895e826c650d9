/** Applies a fill to a paper account: cash, position and profit. A closed contract gives back the whole dollar of its pair. */

import { add, type Money, minus, money, ONE } from '../kernel/numbers.ts'
import { type PaperAccount, type PaperFill, type PaperPosition, positionIn } from './paper-account.ts'

/** Positions without contracts that are kept for their profit. */
const MOST_FLAT = 500

/** Returns the account after the fill. */
export const applyFill = (account: PaperAccount, fill: PaperFill): PaperAccount => {
  const before = positionIn(account, fill.nativeId) ?? noPosition(fill.nativeId)
  const { position, moved } = moveTo(before, fill)
  return {
    ...account,
    cash: minus(add(account.cash, moved), fill.fee),
    positions: withPosition(account.positions, position),
  }
}

const noPosition = (nativeId: string): PaperPosition => ({
  nativeId,
  net: 0,
  cost: money(0),
  realized: money(0),
  paid: null,
})

/** The position after the fill, and the cash that it moves, without its fee. */
const moveTo = (
  before: PaperPosition,
  { buyFlag, price, qty }: Pick<PaperFill, 'buyFlag' | 'price' | 'qty'>,
): { readonly position: PaperPosition; readonly moved: Money } => {
  const cost = costOf(buyFlag ? price : ONE - price, qty)
  const against = Math.max(0, buyFlag ? -before.net : before.net)
  const closed = Math.min(qty, against)
  const released = proportion(before.cost, closed, against)
  const costOfClosing = proportion(cost, closed, qty)
  const position = {
    ...before,
    net: before.net + (buyFlag ? qty : -qty),
    cost: money(before.cost - released + cost - costOfClosing),
    realized: money(before.realized + closed - costOfClosing - released),
  }
  return { position, moved: money(closed - cost) }
}

/** Rounded up, so that no rounding makes money. */
const costOf = (each: number, amount: number): number =>
  Number((BigInt(each) * BigInt(amount) + BigInt(ONE) - 1n) / BigInt(ONE))

const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole))

const withPosition = (positions: readonly PaperPosition[], position: PaperPosition): readonly PaperPosition[] => {
  const next = [...positions.filter(({ nativeId }) => nativeId !== position.nativeId), position]
  const flat = next.filter(({ net }) => net === 0)
  const dropped = new Set(flat.slice(0, Math.max(0, flat.length - MOST_FLAT)))
  return next.filter((one) => !dropped.has(one))
}

/** Pays the contracts of a decided market. The same account if nothing is held there. */
export const payPosition = (account: PaperAccount, nativeId: string, yesPays: number): PaperAccount => {
  const position = positionIn(account, nativeId)
  if (position === null || position.net === 0) return account
  const each = position.net > 0 ? yesPays : ONE - yesPays
  const paid = money(Number((BigInt(each) * BigInt(Math.abs(position.net))) / BigInt(ONE)))
  const settled = {
    ...position,
    net: 0,
    cost: money(0),
    realized: money(position.realized + paid - position.cost),
    paid: add(position.paid ?? money(0), paid),
  }
  return { ...account, cash: add(account.cash, paid), positions: withPosition(account.positions, settled) }
}
