/** The origin of an order, which decides its dependents and what it may do. */

import { mayRest } from './may-rest.ts'

export type Origin =
  /** The user placed it. */
  | { readonly kind: 'user' }
  /** A conditional order placed it, and nothing follows it. */
  | { readonly kind: 'conditional'; readonly complexOrderId: string }
  /** The same, and the exits that are linked with that conditional order share its fills. */
  | {
      readonly kind: 'linked'
      readonly complexOrderId: string
      /** Closes the position as it is when the order is sent, including any growth since the stop fired. */
      readonly protects: boolean
    }
  /**
   * A conditional order placed it to sell at most the quantity that the order `entryId` bought. It opens no position.
   */
  | {
      readonly kind: 'exit'
      readonly complexOrderId: string
      readonly entryId: string
      /** The price of the exit was reached, so the order protects a position. False for a take-profit that rests, and in older rows. */
      readonly hasFired: boolean
    }
  /** A TWAP sent it. */
  | { readonly kind: 'slice'; readonly complexOrderId: string }
  /** A leg of an order on a custom asset. `entryId` is the order that this exits; null if it is no exit. */
  | { readonly kind: 'leg'; readonly basketOrderId: string; readonly entryId: string | null }

/** An order on a custom asset is neither a leg nor a slice. */
export type BasketOrigin = Exclude<Origin, { readonly kind: 'leg' | 'slice' }>

export const BY_USER: BasketOrigin = { kind: 'user' }

/** The order whose position it exits; null if the order is no exit. */
export const entryIdOf = ({ origin }: { readonly origin: Origin }): string | null =>
  origin.kind === 'exit' || origin.kind === 'leg' ? origin.entryId : null

/** True if it exits the position of another order, itself or as a leg. */
export const isExitOrder = (order: { readonly origin: Origin }): boolean => entryIdOf(order) !== null

/** True if a protect stop placed it: it closes a position. */
export const isOfProtect = ({ origin }: { readonly origin: Origin }): boolean =>
  origin.kind === 'linked' && origin.protects

/**
 * True if the order protects a position: a fired exit placed it. A take-profit that rests on the book protects nothing.
 */
export const protectsPosition = (order: {
  readonly origin: Origin
  readonly timeInForce: string
  readonly reduceOnly?: boolean
}): boolean => {
  const { origin, reduceOnly = false } = order
  switch (origin.kind) {
    case 'exit':
      // Older rows lack the flag. An exit order that acts at once has fired.
      return origin.hasFired || !mayRest(order)
    case 'leg':
      return origin.entryId !== null
    case 'linked':
      return origin.protects || reduceOnly
    case 'conditional':
      return reduceOnly
    case 'user':
    case 'slice':
      return false
  }
}

/** True if it is an exit that may rest on the book. */
export const isRestingExit = (order: { readonly origin: Origin; readonly timeInForce: string }): boolean =>
  isExitOrder(order) && mayRest(order)

/** True if it is part of an order on a custom asset. */
export const isLeg = ({ origin }: { readonly origin: Origin }): boolean => origin.kind === 'leg'
