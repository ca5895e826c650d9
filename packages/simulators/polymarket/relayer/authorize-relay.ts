/** Authorization at the relayer: by a key of its own, or by the HMAC of a builder (live reference, section 4.1). */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpCall } from '../../engine/http/json-server.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { hmacOf } from '../http/hmac-of.ts'
import { refusal } from '../http/refusal.ts'
import type { PolymarketWorld } from '../world/world.ts'

/** `owner`: the EOA the key belongs to, lower case; null for a builder, who relays for anybody. */
export interface RelayUser {
  readonly name: string
  readonly owner: string | null
}

export interface BuilderKey {
  readonly key: string
  readonly secret: string
  readonly passphrase: string
}

/** The key the website would have made for that EOA. */
export const relayerKeyOf = (seed: number, address: string): string =>
  identifier(seed, `relayer:${address.toLowerCase()}`)

/** The one builder this exchange knows. */
export const builderOf = (seed: number): BuilderKey => ({
  key: identifier(seed, 'builder'),
  secret: createHash('sha256').update(`${seed}:builder:secret`).digest('base64'),
  passphrase: createHash('sha256').update(`${seed}:builder:passphrase`).digest('hex'),
})

export const authorizeRelay = (world: PolymarketWorld, call: HttpCall, path: string): RelayUser => {
  const address = call.header('relayer_api_key_address')?.toLowerCase()
  const own = call.header('relayer_api_key')
  if (address !== undefined && own !== undefined) {
    if (!isSame(own, relayerKeyOf(world.seed, address))) throw refusal(401, 'invalid authorization')
    return { name: own, owner: address }
  }
  const builder = builderOf(world.seed)
  const timestamp = call.header('poly_builder_timestamp') ?? ''
  const isFresh = Math.abs(Number(timestamp) * 1000 - world.clock()) <= world.switches.maxSkewMs
  const signature = hmacOf(builder.secret, `${timestamp}${call.method}${path}${call.body}`)
  const isBuilder =
    call.header('poly_builder_api_key') === builder.key &&
    call.header('poly_builder_passphrase') === builder.passphrase &&
    isSame(call.header('poly_builder_signature') ?? '', signature)
  if (!isBuilder || !isFresh) throw refusal(401, 'invalid authorization')
  return { name: builder.key, owner: null }
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
