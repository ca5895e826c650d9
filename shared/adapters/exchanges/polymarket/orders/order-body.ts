/** One part of an order as the body of `POST /order`, signed the same every time (Polymarket reference, section 3.5). */

import type { OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { signOrder } from '../signing/sign-order.ts'
import type { Trader } from '../wallet/sealed-wallet.ts'
import type { Part, PartPlan } from './part-payload.ts'

export const orderBody = async (
  { wallet, credentials }: Trader,
  { context }: PartPlan,
  { fields, kind }: Part,
  order: Pick<OutboundOrder, 'timeInForce' | 'expiresAt' | 'postOnly'>,
  nowMs: number,
): Promise<string> => {
  const { orderType, expiration } = lifetimeOf(kind, order, nowMs)
  return JSON.stringify({
    deferExec: false,
    postOnly: order.postOnly,
    orderType,
    owner: credentials.apiKey,
    order: {
      salt: fields.salt,
      maker: fields.maker,
      signer: fields.signer,
      tokenId: fields.tokenId,
      makerAmount: String(fields.makerAmount),
      takerAmount: String(fields.takerAmount),
      side: fields.side,
      signatureType: fields.signatureType,
      timestamp: String(fields.timestamp),
      expiration: String(expiration),
      metadata: ZERO,
      builder: ZERO,
      signature: await signOrder(wallet.privateKey, context, fields),
    },
  })
}

/**
 * Returns type and expiration, which are not signed and can differ between sends. The exchange ends a GTD order 60 s
 * before its expiration, and refuses one that is less than 180 s ahead. An order that expires sooner is sent as GTC,
 * and the service cancels it in time.
 */
const lifetimeOf = (
  kind: Part['kind'],
  { timeInForce, expiresAt }: Pick<OutboundOrder, 'timeInForce' | 'expiresAt'>,
  nowMs: number,
): { readonly orderType: 'GTC' | 'GTD' | 'FAK' | 'FOK'; readonly expiration: number } => {
  if (kind === 'FAK' || kind === 'FOK') return { orderType: kind, expiration: 0 }
  if (kind === 'IOC_BUY' || timeInForce !== 'GTD' || expiresAt === null) return { orderType: 'GTC', expiration: 0 }
  // Rounded up: the user was promised the whole time.
  const expiration = Math.ceil(expiresAt / 1_000) + ENDED_EARLIER_S
  return expiration >= nowMs / 1_000 + LEAST_AHEAD_S + ON_THE_WAY_S
    ? { orderType: 'GTD', expiration }
    : { orderType: 'GTC', expiration: 0 }
}

const ENDED_EARLIER_S = 60
const LEAST_AHEAD_S = 180
/** Time of the request itself, and of a clock that is a little off. */
const ON_THE_WAY_S = 10

const ZERO = `0x${'0'.repeat(64)}`
