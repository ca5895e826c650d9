/** Limits, endpoint costs and API keys of an account (Kalshi reference, sections 2 and 4). */

import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { HttpReply } from '../../engine/http/json-server.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { refusal } from '../http/refusal.ts'
import type { BodyReader } from '../http/request-body.ts'
import { capacityOf, TIERS } from '../http/token-buckets.ts'
import type { ApiKey, Scope } from '../http/verify-request.ts'
import type { KalshiWorld } from '../world/world.ts'

export const ALL_SCOPES: readonly Scope[] = ['read', 'write']

const KNOWN_SCOPES: readonly Scope[] = [
  'read',
  'write',
  'write::trade',
  'write::transfer',
  'read::portfolio_balance',
  'read::block_trade_accept',
  'write::block_trade_accept',
]

export const getLimits = ({ world, account }: SimulatorCall): HttpReply => {
  const tier = world.members.get(account)?.tier ?? 'basic'
  const lane = (name: 'read' | 'write') => ({ refill_rate: TIERS[tier][name], bucket_capacity: capacityOf(tier, name) })
  const grant = { exchange_instance: 'event_contract', level: tier, source: 'manual' }
  return ok({ usage_tier: tier, read: lane('read'), write: lane('write'), grants: tier === 'basic' ? [] : [grant] })
}

/** The public id of the account, the same for all its keys. */
export const communicationsId = ({ world, account }: SimulatorCall): HttpReply =>
  ok({ communications_id: world.members.get(account)?.userId ?? account })

export const listApiKeys = ({ world, account }: SimulatorCall): HttpReply => {
  const own = [...world.keys.values()].filter((key) => key.account === account)
  return ok({ api_keys: own.map(({ id, name, scopes }) => ({ api_key_id: id, name, scopes })) })
}

export const createApiKey = (call: SimulatorCall): HttpReply => {
  const body = call.body('CreateApiKeyRequest')
  const key = register(call, body, body.required('public_key'))
  return { status: 201, body: { api_key_id: key.id } }
}

export const generateApiKey = (call: SimulatorCall): HttpReply => {
  const body = call.body('GenerateApiKeyRequest')
  const type = body.text('key_type') ?? 'rsa'
  const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = register(call, body, pair.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { status: 201, body: { api_key_id: key.id, private_key: secret, key_type: type } }
}

export const deleteApiKey = ({ world, account, params }: SimulatorCall): HttpReply => {
  const key = world.keys.get(params['api_key'] ?? '')
  if (key === undefined || key.account !== account) throw refusal(404, 'not_found')
  world.keys.delete(key.id)
  world.keep('api_key', key.id, null)
  return { status: 204 }
}

/** Adds the key to those the exchange knows. */
export const addKey = (world: KalshiWorld, key: Omit<ApiKey, 'publicKey'>): void => {
  world.keys.set(key.id, { ...key, publicKey: createPublicKey(key.publicKeyPem) })
  world.keep('api_key', key.id, key)
}

const register = (call: SimulatorCall, body: BodyReader, publicKeyPem: string): ApiKey => {
  const { world, account } = call
  const id = world.engine.newId()
  const name = body.required('name')
  const scopes = (body.texts('scopes') ?? ALL_SCOPES).map(scopeOf)
  if (scopes.includes('write') && !scopes.includes('read')) throw refusal(400, 'invalid_parameters', 'write needs read')
  try {
    addKey(world, { id, name, account, publicKeyPem, scopes })
  } catch {
    throw refusal(400, 'invalid_parameters', 'public_key is not a public key in PEM format')
  }
  const added = world.keys.get(id)
  if (added === undefined) throw refusal(500, 'internal_error')
  return added
}

const scopeOf = (text: string): Scope => {
  const scope = KNOWN_SCOPES.find((known) => known === text)
  if (scope === undefined) throw refusal(400, 'invalid_parameters', `unknown scope ${text}`)
  return scope
}
