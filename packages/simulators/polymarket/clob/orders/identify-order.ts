/** Whose order it is and what its id is: owner, signer, wallet, token and signature, in this order (section 11). */

import { refusal } from '../../http/refusal.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import { contextOf, orderHash } from '../../world/exchange-context.ts'
import { type ApiKey, type Member, membersOf, type PolymarketWorld } from '../../world/world.ts'
import { type OrderBody, signedFieldsOf } from './read-order.ts'
import { verifySignature } from './verify-signature.ts'

export interface IdentifiedOrder {
  readonly id: string
  readonly member: Member
  readonly info: PolymarketMarket
  readonly outcome: 0 | 1
}

export const identifyOrder = async (world: PolymarketWorld, key: ApiKey, body: OrderBody): Promise<IdentifiedOrder> => {
  const { order } = body
  if (body.owner !== key.key) throw refusal(400, 'the order owner has to be the owner of the API KEY')
  const member = membersOf(world, key.address).find(
    ({ signatureType, funder }) => signatureType === order.signatureType && funder === order.maker,
  )
  // A deposit wallet signs as itself; everybody else's EOA signs (Polymarket reference, section 2.3).
  const isSigner = order.signer === (order.signatureType === 3 ? order.maker : key.address)
  // Nor does a wallet that is not on the chain (changes of November 2026, EXCHANGE_B 5).
  if (!isSigner || world.undeployedWallets.includes(order.maker)) {
    throw refusal(400, 'the order signer address has to be the address of the API KEY')
  }
  if (member === undefined) throw refusal(400, 'maker address not allowed, please use the deposit wallet flow')
  const token = world.catalogue.tokens.get(order.tokenId)
  if (token === undefined) throw refusal(404, `market not found for token ${order.tokenId}`)
  const fields = signedFieldsOf(body)
  const context = contextOf(token.market)
  const verdict = await verifySignature(context, fields, order.signature, key.address)
  if (verdict === 'elsewhere') throw refusal(400, 'order_version_mismatch')
  if (verdict === 'bad') throw refusal(400, 'invalid signature')
  return { id: orderHash(context, fields), member, info: token.market, outcome: token.outcome }
}
