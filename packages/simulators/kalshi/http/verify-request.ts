/** Authenticates a call: checks the three headers and the signature for real (Kalshi reference, section 2). */

import { constants, type KeyObject, verify } from 'node:crypto'
import type { HttpCall } from '../../engine/http/json-server.ts'
import { remembered } from '../../engine/remembered.ts'
import { refusal } from './refusal.ts'

export type Scope =
  | 'read'
  | 'write'
  | 'write::trade'
  | 'write::transfer'
  | 'read::portfolio_balance'
  | 'read::block_trade_accept'
  | 'write::block_trade_accept'

export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly publicKeyPem: string
  readonly publicKey: KeyObject
  readonly scopes: readonly Scope[]
}

const PAST_ACCEPTED = 30_000
const FUTURE_ACCEPTED = 60_000

export const verifyRequest = (call: HttpCall, keys: ReadonlyMap<string, ApiKey>, now: number): ApiKey => {
  const id = requiredHeader(call, 'kalshi-access-key', 'api_key')
  const timestamp = requiredHeader(call, 'kalshi-access-timestamp', 'timestamp')
  const signature = requiredHeader(call, 'kalshi-access-signature', 'signature')
  const key = keys.get(id)
  if (key === undefined) throw refusal(401, 'authentication_error', 'NOT_FOUND')
  const skew = /^\d{1,16}$/.test(timestamp) ? Number(timestamp) - now : Number.NaN
  if (!(skew > -PAST_ACCEPTED && skew < FUTURE_ACCEPTED)) throw refusal(401, 'header_timestamp_expired')
  const text = `${timestamp}${call.method}${call.path}`
  if (!known(`${text} ${signature} ${key.publicKeyPem}`, () => isSigned(text, signature, key.publicKey))) {
    throw refusal(401, 'authentication_error', 'INCORRECT_API_KEY_SIGNATURE')
  }
  return key
}

/** True if the key may do this; `write` covers its children, and so does `read`. */
export const allows = (key: ApiKey, needed: Scope): boolean =>
  key.scopes.includes(needed) || key.scopes.some((scope) => needed.startsWith(`${scope}::`))

/** The query is not signed: the pages of a list that are asked for in one millisecond have one signature. */
const known = remembered<boolean>(1_000)

const isSigned = (text: string, signature: string, key: KeyObject): boolean => {
  const [signed, bytes] = [Buffer.from(text), Buffer.from(signature, 'base64')]
  return key.asymmetricKeyType === 'ed25519'
    ? verify(null, signed, key, bytes)
    : verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, bytes)
}

const requiredHeader = (call: HttpCall, header: string, name: string): string => {
  const value = call.header(header)
  if (value === undefined || value === '') throw refusal(401, `${name}_is_missing_from_headers`)
  return value
}
