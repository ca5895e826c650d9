/** The origin of an order as attributes of its row and back. */

import { nullish } from 'valibot'
import type { BasketOrigin, Origin } from '#domain/orders/origin.ts'
import type { Row } from '../engine/attributes.ts'
import { flag, id, unlessFalse } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'

/** `pb` names what placed it, `sl` says that it is a slice of that, `xo` names its entry and `lo` its basket order. */
export const originToRow = (origin: Origin): Row => ({
  pb: 'complexOrderId' in origin ? shortId(origin.complexOrderId) : null,
  xo: 'entryId' in origin && origin.entryId !== null ? shortId(origin.entryId) : null,
  sl: unlessFalse(origin.kind === 'slice'),
  lo: origin.kind === 'leg' ? shortId(origin.basketOrderId) : null,
})

/** The fields it is read from. */
export const originFields = { pb: nullish(id, null), xo: nullish(id, null), sl: flag, lo: nullish(id, null) }

interface OriginFields {
  readonly pb: string | null
  readonly xo: string | null
  readonly sl: boolean
  readonly lo: string | null
}

/** The origin of an order on one market. */
export const rowToOrigin = ({ pb, xo, sl, lo }: OriginFields): Origin => {
  if (lo !== null) return { kind: 'leg', basketOrderId: lo, entryId: xo }
  return sl && pb !== null ? { kind: 'slice', complexOrderId: pb } : rowToBasketOrigin({ pb, xo })
}

/** The origin of an order on a custom asset. */
export const rowToBasketOrigin = ({ pb, xo }: Pick<OriginFields, 'pb' | 'xo'>): BasketOrigin => {
  if (pb === null) return { kind: 'user' }
  return xo === null ? { kind: 'conditional', complexOrderId: pb } : { kind: 'exit', complexOrderId: pb, entryId: xo }
}
