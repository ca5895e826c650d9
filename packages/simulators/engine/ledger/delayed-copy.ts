/** Delayed reads of an account holder: a copy of the engine's rows that is late by up to a set delay. */

import type {
  EngineAccount,
  EngineChange,
  EngineFill,
  EngineOrder,
  EnginePosition,
  EngineSettlement,
} from './engine-state.ts'

interface AccountView {
  readonly cash: Record<number, number>
  /** Oldest first. */
  readonly orders: EngineOrder[]
  readonly fills: EngineFill[]
  readonly positions: Map<string, EnginePosition>
  readonly settlements: EngineSettlement[]
}

export interface DelayedCopy {
  /** Takes rows of an earlier run, seen at once. */
  readonly load: (changes: readonly EngineChange[]) => void
  readonly add: (changes: readonly EngineChange[]) => void
  /** Lets a fresh random part of the delay pass, then answers the instant up to which the copy is complete. */
  readonly catchUp: () => number
  readonly viewOf: (account: string) => AccountView
  readonly orderOf: (account: string, id: string) => EngineOrder | undefined
}

export const createDelayedCopy = (options: {
  readonly clock: () => number
  readonly maxDelay: number
  readonly random: () => number
}): DelayedCopy => {
  const views = new Map<string, AccountView>()
  const places = new Map<string, number>()
  const waiting: { readonly at: number; readonly changes: readonly EngineChange[] }[] = []
  let asOf = 0

  const viewOf = (account: string): AccountView => {
    const known = views.get(account)
    if (known !== undefined) return known
    const view: AccountView = { cash: {}, orders: [], fills: [], positions: new Map(), settlements: [] }
    views.set(account, view)
    return view
  }

  const applyOrder = (order: EngineOrder): void => {
    const { orders } = viewOf(order.account)
    const place = places.get(order.id)
    if (place !== undefined) orders[place] = order
    else places.set(order.id, orders.push(order) - 1)
  }

  const applyAccount = ({ id, cash }: EngineAccount): void => {
    Object.assign(viewOf(id).cash, cash)
  }

  const apply = (change: EngineChange): void => {
    if (change.row === null) return
    if (change.kind === 'order') applyOrder(change.row)
    if (change.kind === 'account') applyAccount(change.row)
    if (change.kind === 'fill') viewOf(change.row.account).fills.push(change.row)
    if (change.kind === 'position') viewOf(change.row.account).positions.set(change.row.market, change.row)
    if (change.kind === 'settlement') viewOf(change.row.account).settlements.push(change.row)
  }

  const catchUp = (): number => {
    const delay = Math.floor(options.random() * options.maxDelay)
    asOf = Math.max(asOf, options.clock() - delay)
    let seen = 0
    for (const { at, changes } of waiting) {
      if (at > asOf) break
      changes.forEach(apply)
      seen += 1
    }
    waiting.splice(0, seen)
    return asOf
  }

  return {
    load: (changes) => {
      changes.forEach(apply)
      for (const view of views.values()) {
        view.orders.sort((one, other) => one.createdSequence - other.createdSequence)
        for (const [place, { id }] of view.orders.entries()) places.set(id, place)
        view.fills.sort((one, other) => one.sequence - other.sequence)
        view.settlements.sort((one, other) => one.at - other.at)
      }
    },
    add: (changes) => {
      if (changes.length === 0) return
      if (options.maxDelay === 0) changes.forEach(apply)
      else waiting.push({ at: options.clock(), changes })
    },
    catchUp,
    viewOf,
    orderOf: (account, id) => {
      const place = places.get(id)
      const order = place === undefined ? undefined : viewOf(account).orders[place]
      return order?.id === id ? order : undefined
    },
  }
}
