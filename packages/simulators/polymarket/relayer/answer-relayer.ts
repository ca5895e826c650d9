/** Every route of the relayer, of both generations (live reference, section 4.2). */

import type { HttpCall, HttpReply } from '../../engine/http/json-server.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { hashOf } from '../chain/pay-out.ts'
import { ok } from '../http/call.ts'
import { readJson } from '../http/read-json.ts'
import { Refusal, refusal } from '../http/refusal.ts'
import { secondTime } from '../http/wire-decimals.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { keepAction, nonceOf } from './advance-actions.ts'
import { authorizeRelay } from './authorize-relay.ts'
import { RELAY, readSubmit } from './read-submit.ts'
import { isOver, type RelayedAction, type WalletKind } from './relayed-action.ts'
import { isAllowedTarget } from './run-calls.ts'

/** Null: no such route. */
export const answerRelayer = async (
  world: PolymarketWorld,
  call: HttpCall,
  path: string,
): Promise<HttpReply | null> => {
  if (call.method === 'POST' && path === '/submit') return ok(await submit(world, call, path))
  if (call.method !== 'GET') return null
  // The other calls may or may not need a key; this one is also called without.
  if (world.relayerReadsNeedKey && path !== '/deployed') authorizeRelay(world, call, path)
  switch (path) {
    case '/v1/account/transactions/params':
    case '/relay-payload':
      return ok(paramsOf(world, call))
    case '/nonce':
      return ok({ nonce: paramsOf(world, call).nonce })
    case '/transaction':
      return ok([rowOf(world, found(world, call.query.get('id') ?? ''))])
    case '/transactions': {
      const { owner } = authorizeRelay(world, call, path)
      const own = [...world.relayed.values()].filter((action) => owner === null || action.owner === owner)
      return ok([...own.reverse().map((action) => rowOf(world, action)), ...creationsOf(world, owner)])
    }
    case '/deployed': {
      const address = call.query.get('address')?.toLowerCase()
      return ok({ deployed: isDeployed(world, address ?? '') })
    }
  }
  const id = /^\/v1\/account\/transactions\/([^/]+)$/.exec(path)?.[1]
  if (id === undefined) return null
  const { id: transaction_id, hash: transaction_hash, state, error: error_msg } = found(world, id)
  return ok({ transaction_id, transaction_hash, state, error_msg: error_msg ?? '' })
}

const isDeployed = (world: PolymarketWorld, wallet: string): boolean =>
  !world.undeployedWallets.includes(wallet) && [...world.members.values()].some(({ funder }) => funder === wallet)

const KINDS: Readonly<Record<WalletKind, number>> = { PROXY: 1, SAFE: 2, WALLET: 3 }
const MINUTE = 60_000
const DAY = 86_400_000
const SUBMITS_PER_MINUTE = 25

const submit = async (world: PolymarketWorld, call: HttpCall, path: string) => {
  const user = authorizeRelay(world, call, path)
  const submitted = await readSubmit(readJson(call.body))
  const { type, from, wallet, nonce } = submitted
  if (user.owner !== null && user.owner !== from) throw refusal(400, 'the key belongs to another address')
  const member = [...world.members.values()].find(
    (one) => one.address === from && one.funder === wallet && one.signatureType === KINDS[type],
  )
  if (member === undefined || !isDeployed(world, wallet)) throw refusal(400, 'wallet is not deployed')
  if (submitted.signer !== from) throw refusal(400, 'invalid signature')
  const external = submitted.calls.find(({ to }) => !isAllowedTarget(to))
  if (external !== undefined) throw refusal(400, `call target ${external.to} is not in the allowed list`)
  const now = world.clock()
  const all = [...world.relayed.values()]
  if (all.filter(({ submittedAt }) => now - submittedAt < MINUTE).length >= SUBMITS_PER_MINUTE) {
    throw refusal(429, 'rate limit exceeded')
  }
  const today = all.filter(({ submittedAt }) => Math.floor(submittedAt / DAY) === Math.floor(now / DAY))
  if (today.length >= world.switches.relaysPerDay) {
    const left = Math.ceil((DAY - (now % DAY)) / 1000)
    throw new Refusal(429, `quota exceeded: 0 units remaining, resets in ${left} seconds`)
  }
  if (all.some((one) => one.account === member.id && !isOver(one))) {
    throw refusal(400, 'wallet busy: wallet has in-flight action')
  }
  const next = nonceOf(world, member.id)
  // A Safe is not asked first: its transaction fails on chain.
  if (type !== 'SAFE' && Number(nonce) !== next) {
    throw refusal(400, `batch nonce ${nonce} does not match on-chain nonce ${next}`)
  }
  const action: RelayedAction = {
    id: identifier(world.seed, `relayed:${world.engine.ledger.nextSequence()}`),
    type,
    owner: from,
    account: member.id,
    nonce,
    to: submitted.to,
    data: submitted.data,
    calls: submitted.calls,
    signature: submitted.signature,
    metadata: submitted.metadata,
    deadline: submitted.deadline,
    doom: world.relayDoom.shift() ?? null,
    submittedAt: now,
    state: 'STATE_NEW',
    hash: null,
    error: null,
    updatedAt: now,
  }
  keepAction(world, action)
  return { transactionID: action.id, state: action.state }
}

/** Unknown addresses have a nonce too: 0. */
const paramsOf = (world: PolymarketWorld, call: HttpCall) => {
  const address = (call.query.get('address') ?? '').toLowerCase()
  const type = call.query.get('type') ?? 'SAFE'
  if (type !== 'SAFE' && type !== 'PROXY' && type !== 'WALLET') throw refusal(400, 'invalid type')
  const member = [...world.members.values()].find((one) => one.address === address && one.signatureType === KINDS[type])
  const nonce = String(member === undefined ? 0 : nonceOf(world, member.id))
  return { address: type === 'PROXY' ? RELAY : address, nonce }
}

const found = (world: PolymarketWorld, id: string): RelayedAction => {
  const action = world.relayed.get(id)
  if (action === undefined) throw refusal(404, 'transaction not found')
  return action
}

/** How deposit wallets came to be: nobody signs that. */
const creationsOf = (world: PolymarketWorld, owner: string | null) =>
  [...world.members.values()]
    .filter(({ address, signatureType }) => signatureType === KINDS.WALLET && (owner === null || address === owner))
    .map(({ id, address, funder }) => ({
      transactionID: identifier(world.seed, `created:${id}`),
      transactionHash: hashOf(world, `created:${id}`),
      from: address,
      proxyAddress: funder,
      state: 'STATE_CONFIRMED',
      type: 'WALLET-CREATE',
      owner: address,
    }))

const rowOf = (world: PolymarketWorld, action: RelayedAction) => ({
  transactionID: action.id,
  transactionHash: action.hash ?? '',
  from: action.owner,
  to: action.to.toLowerCase(),
  proxyAddress: world.members.get(action.account)?.funder ?? '',
  data: action.data,
  nonce: action.nonce,
  value: '',
  signature: action.signature,
  state: action.state,
  type: action.type,
  owner: action.owner,
  metadata: action.metadata,
  createdAt: secondTime(action.submittedAt),
  updatedAt: secondTime(action.updatedAt),
})
