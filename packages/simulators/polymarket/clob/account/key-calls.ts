/** API keys: made and found again with the wallet's signature, listed and revoked with a key. */

import { createHash } from 'node:crypto'
import type { HttpReply } from '../../../engine/http/json-server.ts'
import { identifier } from '../../../engine/world/identifier.ts'
import { type SignedWallet, verifyWallet } from '../../chain/verify-wallet.ts'
import { type KeyedCall, ok, type SimulatorCall } from '../../http/call.ts'
import { refusal } from '../../http/refusal.ts'
import type { ApiKey, PolymarketWorld } from '../../world/world.ts'

export const createKey = async (call: SimulatorCall): Promise<HttpReply> => {
  const { world } = call
  const wallet = await signedBy(call)
  if (keyOf(world, wallet) !== undefined) throw refusal(400, 'Could not create api key')
  const used = [...world.keys.values()].filter(({ address }) => address === wallet.address).length
  const source = `${world.seed}:${wallet.address}:${wallet.nonce}:${used}`
  const key: ApiKey = {
    key: identifier(source, 'key'),
    secret: `${digest(source, 'secret').toString('base64url')}=`,
    passphrase: digest(source, 'passphrase').toString('hex'),
    address: wallet.address,
    nonce: wallet.nonce,
    revoked: false,
  }
  write(world, key)
  return ok(shown(key))
}

export const deriveKey = async (call: SimulatorCall): Promise<HttpReply> => {
  const key = keyOf(call.world, await signedBy(call))
  if (key === undefined) throw refusal(400, 'Could not derive api key!')
  return ok(shown(key))
}

export const listKeys = ({ world, key }: KeyedCall): HttpReply =>
  ok({
    apiKeys: [...world.keys.values()]
      .filter(({ address, revoked }) => address === key.address && !revoked)
      .map((own) => own.key),
  })

export const deleteKey = ({ world, key }: KeyedCall): HttpReply => {
  write(world, { ...key, revoked: true })
  return ok('OK')
}

export const readBanStatus = (): HttpReply => ok({ closed_only: false })

const signedBy = ({ world, http, now }: SimulatorCall): Promise<SignedWallet> =>
  verifyWallet(http, now, world.switches.maxSkewMs)

const keyOf = (world: PolymarketWorld, { address, nonce }: SignedWallet): ApiKey | undefined =>
  [...world.keys.values()].find((key) => key.address === address && key.nonce === nonce && !key.revoked)

const write = (world: PolymarketWorld, key: ApiKey): void => {
  world.keys.set(key.key, key)
  world.keep('api_key', key.key, { ...key })
}

const shown = ({ key, secret, passphrase }: ApiKey) => ({ apiKey: key, secret, passphrase })

const digest = (source: string, purpose: string): Buffer => createHash('sha256').update(`${source}:${purpose}`).digest()
