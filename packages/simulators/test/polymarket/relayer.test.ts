import { RelayClient as Relay, type RelayClient, RelayerTxType } from '@polymarket/builder-relayer-client'
import { BuilderConfig } from '@polymarket/builder-signing-sdk'
import { createWalletClient, encodeFunctionData, type Hex, http, maxUint256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { polygon } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { walletAddress } from '../../polymarket/chain/wallet-addresses.ts'
import {
  ADAPTER,
  COLLATERAL,
  CONDITIONAL_TOKENS,
  DEPOSIT_WALLET_FACTORY,
  NEG_RISK_ADAPTER,
} from '../../polymarket/world/contracts.ts'
import { STANDARD as EXCHANGE } from '../../polymarket/world/exchange-context.ts'
import { newTraders, openPolymarket, type SimulatedPolymarket, STANDARD, type Trader } from './simulated.ts'

let simulated: SimulatedPolymarket

beforeEach(() => {
  // The official client logs every step.
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await simulated.close()
})

const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function redeemPositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] indexSets)',
  'function mergePositions(address collateral, bytes32 parent, bytes32 conditionId, uint256[] partition, uint256 amount)',
])
type Call = { readonly to: string; readonly data: string }

const ZERO: Hex = `0x${'0'.repeat(64)}`
const CONDITION = STANDARD.conditionId as Hex

const APPROVE: Call = {
  to: COLLATERAL,
  data: encodeFunctionData({ abi: ABI, functionName: 'approve', args: [EXCHANGE.exchange, maxUint256] }),
}
const operator = (spender: Hex): Call => ({
  to: CONDITIONAL_TOKENS,
  data: encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [spender, true] }),
})
const redeem = (to: string): Call => ({
  to,
  data: encodeFunctionData({
    abi: ABI,
    functionName: 'redeemPositions',
    args: [COLLATERAL, ZERO, CONDITION, [1n, 2n]],
  }),
})
const merge = (shares: number): Call => ({
  to: ADAPTER,
  data: encodeFunctionData({
    abi: ABI,
    functionName: 'mergePositions',
    args: [COLLATERAL, ZERO, CONDITION, [1n, 2n], BigInt(shares * 1e6)],
  }),
})

/** A wallet at the address that follows from its key, without approvals, and the official client for it. */
const open = async (signatureType: 1 | 2 | 3, options: Parameters<typeof openPolymarket>[0] = {}) => {
  simulated = await openPolymarket({ relayStepMs: 1_000, clock: Date.now, ...options })
  const account = newTraders().ann.account
  const funder = walletAddress(account.address, signatureType)
  const trader: Trader = { ...newTraders().ann, signatureType, funder }
  simulated.simulator.addAccount({
    ...{ id: 'ann', address: account.address, signatureType, funder, cash: 1_000, approved: false },
  })
  return { trader, client: clientOf(trader), funder }
}

const clientOf = ({ privateKey, signatureType }: Pick<Trader, 'privateKey' | 'signatureType'>): RelayClient => {
  // No chain is called: estimates fall back to the client's own default.
  const transport = http('http://127.0.0.1:1', { retryCount: 0 })
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), chain: polygon, transport })
  const { key, secret, passphrase } = simulated.simulator.builder
  const builder = new BuilderConfig({ localBuilderCreds: { key, secret, passphrase } })
  const type = signatureType === 1 ? RelayerTxType.PROXY : RelayerTxType.SAFE
  return new Relay(simulated.simulator.urls.relayer, 137, wallet, builder, type)
}

const run = async (client: RelayClient, funder: string, signatureType: number, calls: readonly Call[]) => {
  const deadline = String(Math.floor(Date.now() / 1000) + 600)
  const batch = calls.map(({ to, data }) => ({ target: to, value: '0', data }))
  return signatureType === 3
    ? client.executeDepositWalletBatch(batch, funder, deadline)
    : client.execute(calls.map((call) => ({ ...call, value: '0' })))
}

const approvals = async (funder: string) => {
  const answer = await fetch(`${simulated.simulator.urls.data}/v2/approvals?user=${funder}`)
  const { data } = (await answer.json()) as {
    data: { contracts: { token: string; spender: string; approved: boolean; amount?: string }[] }
  }
  return data.contracts.filter(({ approved }) => approved)
}

describe.each([
  ['a proxy wallet', 1],
  ['a Safe', 2],
  ['a deposit wallet', 3],
] as const)('the official client acts for %s', (_, signatureType) => {
  it('the approvals that the relayer sends are the approvals that the exchange then reports', async () => {
    const { client, funder } = await open(signatureType, { relayStepMs: 1 })
    const sent = await run(client, funder, signatureType, [APPROVE, operator(EXCHANGE.exchange)])
    await expect
      .poll(() => client.getTransaction(sent.transactionID))
      .toMatchObject([{ state: 'STATE_CONFIRMED', proxyAddress: funder.toLowerCase() }])
    expect(await approvals(funder)).toMatchObject([
      { token: COLLATERAL.toLowerCase(), spender: EXCHANGE.exchange.toLowerCase(), amount: 'max' },
      { token: CONDITIONAL_TOKENS.toLowerCase(), spender: EXCHANGE.exchange.toLowerCase() },
    ])
    const listed = await client.getTransactions()
    expect(listed.filter(({ type }) => !type.endsWith('CREATE'))).toHaveLength(1)
  })
})

describe('a wallet without approvals', () => {
  it('learns from the refusal of its order which contract lacks which approval', async () => {
    const { trader } = await open(2)
    await simulated.control('book', { market: CONDITION, bids: [], asks: [[0.5, 100]] })
    const refused = await simulated.place({ price: 0.5, size: 10 }, trader)
    expect(refused.status).toBe(400)
    expect(refused.body['error']).toMatch(
      new RegExp(
        `^not enough balance / allowance: the allowance is not enough -> spender: ${EXCHANGE.exchange}, allowance: 0, order amount: \\d+$`,
      ),
    )
  })

  it('is seen as it was by the approvals of the Data host for twenty seconds', async () => {
    const { client, funder } = await open(2, { relayStepMs: 1 })
    expect(await approvals(funder)).toEqual([])
    const sent = await run(client, funder, 2, [APPROVE])
    await expect.poll(() => client.getTransaction(sent.transactionID)).toMatchObject([{ state: 'STATE_CONFIRMED' }])
    expect(await approvals(funder)).toEqual([])
  })
})

describe('the holdings of a wallet in a resolved market', () => {
  const winner = async (options: Parameters<typeof openPolymarket>[0] = {}) => {
    const opened = await open(3, { relayStepMs: 1, settleAfterMs: 1, ...options })
    const { client, funder, trader } = opened
    const done = async (calls: readonly Call[]) => {
      const sent = await run(client, funder, 3, calls)
      await expect
        .poll(async () => (await client.getTransaction(sent.transactionID))[0]?.state)
        .toMatch(/^STATE_(CONFIRMED|FAILED)$/)
      return (await client.getTransaction(sent.transactionID))[0]?.state
    }
    await done([APPROVE, operator(EXCHANGE.exchange), operator(ADAPTER)])
    await simulated.control('book', { market: CONDITION, bids: [[0.49, 100]], asks: [[0.5, 100]] })
    await simulated.place({ price: 0.5, size: 10 }, trader)
    return { ...opened, done }
  }
  const account = async () => {
    const found = (await simulated.ledger()).accounts.find(({ id }) => id === 'ann')
    return { cash: found?.cash ?? 0, positions: found?.positions ?? [] }
  }

  it('is paid once, by a redemption through the adapter of its kind of market', async () => {
    const { done } = await winner()
    await simulated.control('resolve', { market: CONDITION, outcome: 'yes' })
    const before = await account()
    expect(before.positions).toMatchObject([{ yes: 10, no: 0 }])
    expect(await done([redeem(NEG_RISK_ADAPTER)])).toBe('STATE_FAILED')
    expect(await done([redeem(CONDITIONAL_TOKENS)])).toBe('STATE_CONFIRMED')
    expect((await account()).cash).toBe(before.cash)
    expect(await done([redeem(ADAPTER)])).toBe('STATE_CONFIRMED')
    expect(await account()).toEqual({ cash: before.cash + 10, positions: [] })
    expect(await done([redeem(ADAPTER)])).toBe('STATE_CONFIRMED')
    expect((await account()).cash).toBe(before.cash + 10)
  })

  it('cannot be redeemed before the market is resolved', async () => {
    const { done } = await winner()
    expect(await done([redeem(ADAPTER)])).toBe('STATE_FAILED')
  })

  it('is a dollar for each pair of both outcomes that is merged', async () => {
    const { done, trader } = await winner()
    await simulated.place({ outcome: 1, price: 0.51, size: 6 }, trader)
    await expect.poll(async () => (await account()).positions).toMatchObject([{ yes: 10, no: 6 }])
    const { cash } = await account()
    expect(await done([merge(7)])).toBe('STATE_FAILED')
    expect(await done([merge(6)])).toBe('STATE_CONFIRMED')
    expect(await account()).toMatchObject({ cash: cash + 6, positions: [{ yes: 4, no: 0 }] })
  })
})

describe('the relayer', () => {
  it('carries out one action of a wallet at a time, and each nonce once', async () => {
    const { client, funder } = await open(3, { relayStepMs: 500 })
    const sent = await run(client, funder, 3, [APPROVE])
    await expect(run(client, funder, 3, [APPROVE])).rejects.toThrow('in-flight action')
    await expect.poll(() => client.getTransaction(sent.transactionID)).toMatchObject([{ state: 'STATE_CONFIRMED' }])
    expect(await client.getNonce(newTraders().ann.account.address, 'WALLET')).toEqual({ nonce: '1' })
  })

  it('refuses calls to contracts it does not know, and more than its quota', async () => {
    const { client, funder } = await open(3, { relaysPerDay: 0 })
    await expect(run(client, funder, 3, [{ ...APPROVE, to: `0x${'9'.repeat(40)}` }])).rejects.toThrow('allowed list')
    await expect(run(client, funder, 3, [APPROVE])).rejects.toThrow('quota exceeded: 0 units remaining, resets in')
  })

  it('refuses a signature of another key', async () => {
    const { funder, trader } = await open(3)
    const batch = { target: APPROVE.to, value: '0', data: APPROVE.data }
    const answer = await fetch(`${simulated.simulator.urls.relayer}/submit`, {
      method: 'POST',
      headers: {
        RELAYER_API_KEY: simulated.simulator.relayerKeyOf(trader.account.address),
        RELAYER_API_KEY_ADDRESS: trader.account.address,
      },
      body: JSON.stringify({
        type: 'WALLET',
        from: trader.account.address,
        to: DEPOSIT_WALLET_FACTORY,
        nonce: '0',
        signature: await newTraders().bob.account.signMessage({ message: 'something else' }),
        depositWalletParams: { depositWallet: funder, deadline: '1795219800', calls: [batch] },
      }),
    })
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid signature' }])
  })

  it('fails the requested transactions', async () => {
    const { client, funder } = await open(3, { relayStepMs: 1 })
    await simulated.control('relayer', { state: 'STATE_FAILED' })
    const sent = await run(client, funder, 3, [APPROVE])
    await expect.poll(() => client.getTransaction(sent.transactionID)).toMatchObject([{ state: 'STATE_FAILED' }])
    const row = await fetch(`${simulated.simulator.urls.relayer}/v1/account/transactions/${sent.transactionID}`)
    expect(await row.json()).toMatchObject({ state: 'STATE_FAILED', error_msg: 'execution reverted' })
    expect(await approvals(funder)).toEqual([])
  })

  it('takes the key of the owner in place of the signature of a builder, and no other', async () => {
    await open(3)
    const address = newTraders().ann.account.address
    const ask = async (key: string) =>
      (
        await fetch(`${simulated.simulator.urls.relayer}/transactions`, {
          headers: { RELAYER_API_KEY: key, RELAYER_API_KEY_ADDRESS: address },
        })
      ).status
    expect(await ask(simulated.simulator.relayerKeyOf(address))).toBe(200)
    expect(await ask('019aa5a0-0000-7000-8000-000000000001')).toBe(401)
  })
})

it('a wallet made by the control API has money, a key of the relayer, and no approvals', async () => {
  simulated = await openPolymarket()
  const { body } = await simulated.control('wallet', { signature_type: 2, cash: 50 })
  expect(body).toMatchObject({
    private_key: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    signature_type: 2,
    funder_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    relayer_api_key: expect.any(String),
  })
  expect(await approvals(String(body['funder_address']))).toEqual([])
})

it('wallets are at the addresses that the exchange derives from their owner', async () => {
  simulated = await openPolymarket()
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  expect([1, 2, 3].map((type) => walletAddress(owner, type as 1 | 2 | 3))).toEqual([
    '0x365f0CA36Ae1f641E02fE3B7743673da42A13A70',
    '0xd93B25cb943D14d0d34FBaF01Fc93a0f8b5F6E47',
    '0xBc0fF067b7740Eff76C1ca93c875Ba6B890d6B50',
  ])
})
