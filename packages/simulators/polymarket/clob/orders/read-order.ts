/** Reads the body of an order: anything that does not fit is `Invalid order payload` (Polymarket reference, 3.5). */

import * as v from 'valibot'
import type { Hex } from 'viem'
import { refusal } from '../../http/refusal.ts'
import type { SignedFields } from '../../world/exchange-context.ts'

export type OrderBody = v.InferOutput<typeof orderBody>

export const readOrder = (body: unknown): OrderBody => {
  const parsed = v.safeParse(orderBody, body)
  if (parsed.success) return parsed.output
  // The struct of CLOB V1 had these; V2 has not (Polymarket reference, section 3.1).
  const order = v.safeParse(v.object({ order: v.looseObject({}) }), body)
  const isOld = order.success && ['nonce', 'feeRateBps'].some((field) => field in order.output.order)
  throw refusal(400, isOld ? 'invalid order version' : 'Invalid order payload')
}

export const signedFieldsOf = ({ order }: OrderBody): SignedFields => ({
  salt: BigInt(order.salt),
  maker: order.maker,
  signer: order.signer,
  tokenId: BigInt(order.tokenId),
  makerAmount: BigInt(order.makerAmount),
  takerAmount: BigInt(order.takerAmount),
  side: order.side === 'BUY' ? 0 : 1,
  signatureType: order.signatureType,
  timestamp: BigInt(order.timestamp),
  metadata: order.metadata,
  builder: order.builder,
})

const hex = (digits: string) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^0x[0-9a-f]${digits}$`, 'i')),
    v.transform((text) => text.toLowerCase() as Hex),
  )
/** Base units, so our millionths; more than a billion dollars is not an order. */
const amount = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(1))
const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))

const orderBody = v.object({
  order: v.object({
    salt: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    maker: hex('{40}'),
    signer: hex('{40}'),
    tokenId: digits,
    makerAmount: amount,
    takerAmount: amount,
    side: v.picklist(['BUY', 'SELL']),
    signatureType: v.picklist([0, 1, 2, 3]),
    timestamp: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
    expiration: v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number)),
    metadata: hex('{64}'),
    builder: hex('{64}'),
    signature: hex('+'),
    nonce: v.optional(v.undefined()),
    feeRateBps: v.optional(v.undefined()),
  }),
  owner: v.string(),
  orderType: v.optional(v.picklist(['GTC', 'GTD', 'FOK', 'FAK']), 'GTC'),
  postOnly: v.optional(v.boolean(), false),
  deferExec: v.optional(v.boolean(), false),
})
