/** L2: authenticates a call by API key and HMAC over the exact bytes (Polymarket reference, section 2.2). */

import { timingSafeEqual } from 'node:crypto'
import type { HttpCall } from '../../../engine/http/json-server.ts'
import { hmacOf } from '../../http/hmac-of.ts'
import { refusal } from '../../http/refusal.ts'
import type { ApiKey } from '../../world/world.ts'

/** `path` is the signed path: without the host's prefix and without the query. */
export const verifyRequest = (
  call: HttpCall,
  path: string,
  keys: ReadonlyMap<string, ApiKey>,
  now: number,
  maxSkewMs: number,
): ApiKey => {
  const key = keys.get(call.header('poly_api_key') ?? '')
  const timestamp = call.header('poly_timestamp') ?? ''
  const isKnown =
    key !== undefined &&
    !key.revoked &&
    key.passphrase === call.header('poly_passphrase') &&
    key.address === call.header('poly_address')?.toLowerCase()
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) * 1000 - now) <= maxSkewMs
  if (!isKnown || !isFresh) throw unauthorized()
  const expected = hmacOf(key.secret, `${timestamp}${call.method}${path}${call.body}`)
  if (!isSame(expected, call.header('poly_signature') ?? '')) throw unauthorized()
  return key
}

const unauthorized = () => refusal(401, 'Unauthorized/Invalid api key')

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
