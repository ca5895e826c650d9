/** Origin of an order as attributes of its row. */

import type { BasketOrigin, Origin } from '#domain/orders/origin.ts'
import { flag, id, orNull } from '../engine/codecs.ts'
import { partOf, type Row } from '../engine/rows.ts'

/** Attributes of an origin. */
export const originToRow = (origin: Origin): Row =>
  ORIGIN.write({
    placedBy: 'complexOrderId' in origin ? origin.complexOrderId : null,
    entryId: 'entryId' in origin ? origin.entryId : null,
    hasFired: origin.kind === 'exit' && origin.hasFired,
    isSlice: origin.kind === 'slice',
    isLinked: origin.kind === 'linked',
    protects: origin.kind === 'linked' && origin.protects,
    basketOrderId: origin.kind === 'leg' ? origin.basketOrderId : null,
  })

/** Reads the origin of an order on one market. */
export const rowToOrigin = (row: Row): Origin => {
  const { placedBy, entryId, isSlice, basketOrderId } = ORIGIN.read(row)
  if (basketOrderId !== null) return { kind: 'leg', basketOrderId, entryId }
  return isSlice && placedBy !== null ? { kind: 'slice', complexOrderId: placedBy } : rowToBasketOrigin(row)
}

/** Reads the origin of an order on a custom asset. */
export const rowToBasketOrigin = (row: Row): BasketOrigin => {
  const { placedBy, entryId, hasFired, isLinked, protects } = ORIGIN.read(row)
  if (placedBy === null) return { kind: 'user' }
  if (entryId !== null) return { kind: 'exit', complexOrderId: placedBy, entryId, hasFired }
  return isLinked
    ? { kind: 'linked', complexOrderId: placedBy, protects }
    : { kind: 'conditional', complexOrderId: placedBy }
}

const ORIGIN = partOf({
  placedBy: ['pb', orNull(id)],
  entryId: ['xo', orNull(id)],
  hasFired: ['xf', flag],
  isSlice: ['sl', flag],
  isLinked: ['lk', flag],
  protects: ['pt', flag],
  basketOrderId: ['lo', orNull(id)],
})

/** Names of the attributes of an origin. */
export const ORIGIN_ATTRIBUTES = ORIGIN.attributes
