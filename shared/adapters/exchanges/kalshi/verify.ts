/** Checks credentials against the exchange, and finds out whose they are. */

import * as v from 'valibot'
import { type VenueAccount, type VenueSecrets, VenueUnavailable, type Verification } from '#ports/exchange.ts'
import type { Client } from './client.ts'
import { readError } from './errors.ts'
import { readPrivateKey, toPem } from './sign.ts'
import { WireApiKeys, WireOrderPage, WireUserId } from './wire.ts'

export const verify = async (client: Client, given: VenueSecrets, signal: AbortSignal): Promise<Verification> => {
  const keyId = (given['api_key_id'] ?? '').trim()
  const reading = readPrivateKey(given['private_key'] ?? '')
  if (reading.kind === 'unusable') return invalid('private_key', reading.reason)
  if (!/^[0-9A-Za-z_-]+$/.test(keyId))
    return invalid('api_key_id', 'the key id is the UUID the exchange shows beside the key')
  const secrets = { api_key_id: keyId, private_key: toPem(reading.key) }
  const account: VenueAccount = { accountKey: `verify:${keyId}`, secrets }

  const answer = await client.ask(account, { path: '/api_keys', cost: 10 }, signal)
  if (answer.kind !== 'answered') throw new VenueUnavailable('EXCHANGE_A', 'The exchange does not answer.')
  if (answer.status === 401) return refused(readError(answer.body).details)
  // A key locked to one of the exchange's own subaccounts may not list keys; whether it may trade shows with the first order.
  const keys = v.safeParse(WireApiKeys, answer.body)
  if (answer.status >= 500 || answer.status === 429)
    throw new VenueUnavailable('EXCHANGE_A', 'The exchange does not answer.')
  const own = keys.success ? keys.output.api_keys.find((key) => key.api_key_id === keyId) : undefined
  const scopes = own?.scopes ?? null
  if (scopes !== null && !(scopes.includes('write') || scopes.includes('write::trade'))) {
    return invalid('api_key_id', 'the key may not trade: give it the scopes read and write at the exchange')
  }
  const locked = own?.subaccount == null ? '' : `/${own.subaccount}`
  return {
    kind: 'valid',
    venueAccount: `${await ownerOf(client, account, signal)}${locked}`,
    publicPart: keyId,
    secrets,
  }
}

/**
 * The same for every key of an account: its public communications id, else the user id that its orders carry, else (an account
 * that may not read either) the key id, which then cannot tell two keys of one account from two accounts.
 */
const ownerOf = async (client: Client, account: VenueAccount, signal: AbortSignal): Promise<string> => {
  const communications = await client.ask(account, { path: '/communications/id', cost: 10 }, signal)
  if (communications.kind === 'answered' && communications.status === 200) {
    const id = v.safeParse(WireUserId, communications.body)
    if (id.success) return id.output.communications_id
  }
  const orders = await client.ask(account, { path: '/portfolio/orders', query: { limit: 1 }, cost: 10 }, signal)
  if (orders.kind === 'answered' && orders.status === 200) {
    const page = v.safeParse(WireOrderPage, orders.body)
    const user = page.success ? page.output.orders?.[0]?.user_id : null
    if (user) return user
  }
  return account.secrets['api_key_id'] ?? ''
}

const refused = (details: string): Verification => {
  if (details === 'not_found')
    return invalid('api_key_id', 'the exchange does not know this key id (keys of its demo belong to its demo)')
  if (details === 'incorrect_api_key_signature')
    return invalid('private_key', 'the private key does not belong to this key id')
  return invalid(
    'private_key',
    'the exchange does not accept these credentials; check the key, and the clock of this machine',
  )
}

const invalid = (field: string, reason: string): Verification => ({ kind: 'invalid', field, reason })
