/** Everything that a send of an order consists of, frozen before the first send: one or two orders of the exchange. */

import * as v from 'valibot'
import type { Hex } from 'viem'
import type { TradingContext } from '../signing/contracts.ts'
import type { OrderFields } from '../signing/order-fields.ts'
import { orderHash } from '../signing/order-hash.ts'

/**
 * `IOC_BUY`: a limit order that is cancelled immediately, because the exchange's own IOC buy spends dollars (section
 * 3.4).
 */
export type PartKind = 'GTC' | 'FAK' | 'FOK' | 'IOC_BUY'

export interface Part {
  readonly outcome: 'YES' | 'NO'
  readonly kind: PartKind
  /** Id of the part at the exchange. */
  readonly hash: string
  readonly fields: OrderFields
}

export interface PartPlan {
  readonly context: TradingContext
  readonly parts: readonly Part[]
  /** Own orders that leave the book before the parts are sent. */
  readonly inTheWay: readonly string[]
}

/** Returns the shares that a buy wants, or that a sell gives. */
export const sharesOf = ({ fields }: Part): number =>
  Number(fields.side === 'BUY' ? fields.takerAmount : fields.makerAmount)

export const cannotRest = ({ kind }: Pick<Part, 'kind'>): boolean => kind === 'FAK' || kind === 'FOK'

/** Returns true for a part that is full, or that acts immediately. */
export const hasEnded = (part: Part, filled: number): boolean => cannotRest(part) || filled >= sharesOf(part)

/** Returns the plan in its stored form, and computes the hashes once. */
export const writePayload = (
  context: TradingContext,
  wallet: Pick<OrderFields, 'maker' | 'signer' | 'signatureType'>,
  parts: ReadonlyArray<Pick<Part, 'outcome' | 'kind' | 'fields'>>,
  inTheWay: readonly string[] = [],
): { readonly payload: string; readonly hashes: readonly string[] } => {
  const hashes = parts.map(({ fields }) => orderHash(context, fields))
  const payload = {
    v: context.domainVersion,
    x: context.exchange,
    m: wallet.maker,
    g: wallet.signer,
    y: wallet.signatureType,
    ...(inTheWay.length === 0 ? {} : { w: inTheWay }),
    parts: parts.map(({ outcome, kind, fields }, index) => ({
      t: fields.tokenId,
      o: outcome,
      s: fields.side,
      ma: String(fields.makerAmount),
      ta: String(fields.takerAmount),
      z: fields.salt,
      ts: fields.timestamp,
      k: kind,
      h: hashes[index],
    })),
  }
  return { payload: JSON.stringify(payload), hashes }
}

/** Reads a stored plan. Throws for a payload that is not ours. */
export const readPayload = (payload: string): PartPlan => {
  const {
    v: domainVersion,
    x: exchange,
    m: maker,
    g: signer,
    y: signatureType,
    w: inTheWay = [],
    parts,
  } = v.parse(Payload, JSON.parse(payload))
  return {
    context: { exchange, domainVersion, assetType: domainVersion === '3' ? 'CONDITIONAL-V2' : 'CONDITIONAL' },
    inTheWay,
    parts: parts.map((part) => ({
      outcome: part.o,
      kind: part.k,
      hash: part.h,
      fields: {
        salt: part.z,
        maker,
        signer,
        tokenId: part.t,
        makerAmount: BigInt(part.ma),
        takerAmount: BigInt(part.ta),
        side: part.s,
        signatureType,
        timestamp: part.ts,
      },
    })),
  }
}

const address = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text): Hex => `0x${text.slice(2)}`),
)
const digits = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const whole = v.pipe(v.number(), v.safeInteger())
const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))

const Payload = v.object({
  v: v.picklist(['2', '3']),
  x: address,
  m: address,
  g: address,
  y: v.picklist([0, 1, 2, 3]),
  w: v.optional(v.array(hash)),
  parts: v.array(
    v.object({
      t: digits,
      o: v.picklist(['YES', 'NO']),
      s: v.picklist(['BUY', 'SELL']),
      ma: digits,
      ta: digits,
      z: whole,
      ts: whole,
      k: v.picklist(['GTC', 'FAK', 'FOK', 'IOC_BUY']),
      h: hash,
    }),
  ),
})
