import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RelayClient, RelayerTxType } from '@polymarket/builder-relayer-client'
import { createWalletClient, type Hex, http, keccak256, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PERMISSIONS } from '#adapters/exchanges/polymarket/account/approvals.ts'
import { type RelayPayload, relayBody } from '#adapters/exchanges/polymarket/relayer/relay-body.ts'
import {
  approvalCall,
  type HeldMarket,
  mergeCall,
  redeemCalls,
  type WalletCall,
} from '#adapters/exchanges/polymarket/relayer/wallet-calls.ts'
import { CONTRACTS } from '#adapters/exchanges/polymarket/signing/contracts.ts'
import type { Wallet } from '#adapters/exchanges/polymarket/wallet/wallet.ts'

/** Key of a test account that comes with development chains. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const WALLETS = {
  1: '0x365f0CA36Ae1f641E02fE3B7743673da42A13A70',
  2: '0xd93B25cb943D14d0d34FBaF01Fc93a0f8b5F6E47',
  3: '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50',
} as const
const RELAY = '0x1111111111111111111111111111111111111111'

const walletOf = (signatureType: 1 | 2 | 3): Wallet => {
  const funder = WALLETS[signatureType]
  return { privateKey: KEY, address: ADDRESS, signatureType, funder, signer: signatureType === 3 ? funder : ADDRESS }
}

const market = (more: Partial<HeldMarket> = {}): HeldMarket => ({
  conditionId: `0x${'11'.repeat(32)}`,
  version: 'v1',
  negRisk: false,
  yes: 7_000_000,
  no: 5_000_000,
  ...more,
})
const V2 = market({ version: 'v2', conditionId: `0x01${'22'.repeat(30)}00` })
const ALL = Object.values(PERMISSIONS).flatMap(({ all }) => all)

const payload = (calls: readonly WalletCall[], nonce: string): RelayPayload => ({
  nonce,
  deadline: '1795219800',
  relay: RELAY,
  calls,
})

/** A relayer that answers nonces and keeps the submitted bodies. */
const listen = async (nonce: string) => {
  const submitted: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.method === 'POST') submitted.push(body)
      const answer = request.url?.startsWith('/deployed')
        ? { deployed: true }
        : { nonce, address: RELAY, transactionID: 'id', state: 'STATE_NEW' }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, submitted, close: () => server.close() }
}

/** Body that the official client sends for the same calls. */
const official = async (signatureType: 1 | 2 | 3, { calls, nonce, deadline }: RelayPayload): Promise<string> => {
  const relayer = await listen(nonce)
  // No chain is reachable: the client falls back to its own limit of gas.
  const transport = http('http://127.0.0.1:1', { retryCount: 0 })
  const signer = createWalletClient({ account: privateKeyToAccount(KEY), chain: polygon, transport })
  const type = signatureType === 1 ? RelayerTxType.PROXY : RelayerTxType.SAFE
  const client = new RelayClient(relayer.url, 137, signer, undefined, type)
  if (signatureType === 3) {
    const batch = calls.map(({ to, data }) => ({ target: to, value: '0', data }))
    await client.executeDepositWalletBatch(batch, WALLETS[3], deadline)
  } else await client.execute(calls.map((call) => ({ ...call, value: '0' })))
  relayer.close()
  return relayer.submitted[0] ?? ''
}

beforeEach(() => {
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe.each([1, 2, 3] as const)('the body of a wallet of signature type %i', (signatureType) => {
  it.each([
    ['all approvals', ALL.map(approvalCall), '0'],
    ['one approval', ALL.slice(0, 1).map(approvalCall), '12'],
    ['a redemption', redeemCalls(market()), '3'],
    ['a neg-risk redemption', redeemCalls(market({ negRisk: true })), '4'],
    ['a redemption of both outcomes of version 2', redeemCalls(V2), '5'],
    ['a merge', [mergeCall(market(), 5_000_000)], '6'],
    ['a merge of version 2', [mergeCall(V2, 1)], '7'],
  ])('is to the byte what the official client sends: %s', async (_, calls, nonce) => {
    const given = payload(calls, nonce)
    expect((await relayBody(walletOf(signatureType), given)).body).toBe(await official(signatureType, given))
  })
})

describe('the vectors of the reference of live behaviour, section 4.4', () => {
  const signatureOf = async (signatureType: 1 | 2 | 3, calls: readonly WalletCall[], nonce: string): Promise<Hex> =>
    (await relayBody(walletOf(signatureType), payload(calls, nonce))).signature
  const EXCHANGE = CONTRACTS.exchangeV2
  const two = ALL.filter(({ spender }) => spender === EXCHANGE).map(approvalCall)

  it('the vectors of an approval and of the redemption of one outcome of version 2 match', () => {
    expect(two[0]?.data).toBe(
      `0x095ea7b3000000000000000000000000e111180000d2663c0091e4f400237545b87b996b${'f'.repeat(64)}`,
    )
    const [, no] = redeemCalls(market({ ...V2, no: 5_000_000 }))
    expect(no?.data).toBe(
      `0xd217a3cc01${'22'.repeat(30)}00${'1'.padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
    )
  })

  it('the vector of a batch of a deposit wallet matches', async () => {
    expect(await signatureOf(3, two, '7')).toBe(
      '0x8b293cd6d610eea4f8bd1027d161fe47fa2cb7e56a3af0bd0e2af645f7161bb1069ed511103d77efe36e38a3ec51e87676c1c8f774f32b5d63d312dbd970bcb11c',
    )
  })

  it('the vector of the redemption of a Safe matches', async () => {
    expect(await signatureOf(2, redeemCalls(market()), '3')).toBe(
      '0xa76553b6ddecfffa90f99d2feeac85dbbf1e69ecce01ab89a585b59e5853789c15d2b63a0e57e1a22b345f19f230da482189ca828f021f6062461ef3629543cb1f',
    )
  })

  it('the vectors of the calls of a Safe and of a proxy wallet match', async () => {
    const dataOf = async (signatureType: 1 | 2, calls: readonly WalletCall[]): Promise<Hex> =>
      JSON.parse((await relayBody(walletOf(signatureType), payload(calls, '3'))).body).data
    const multiSend = await dataOf(2, two)
    expect([size(multiSend), keccak256(multiSend)]).toEqual([
      388,
      '0x7957537267ff9a7ba1aa3438389f89cb47b083ff079e83a4025486e7e896a27f',
    ])
    const proxy = await dataOf(1, redeemCalls(market()))
    expect([size(proxy), keccak256(proxy)]).toEqual([
      516,
      '0x9c622cfa362a3ddff25db40b4f7c9c4c2b54bb16aeef990959053fae7483bc0c',
    ])
  })
})
