/** Our orders and headers beside the orders and headers of the exchange's own client, made from the same random fields. */

import {
  Chain,
  createL1Headers,
  createL2Headers,
  getContractConfig,
  OrderBuilder,
  Side,
  type TickSize,
} from '@polymarket/clob-client-v2'
import fc from 'fast-check'
import { createWalletClient, custom, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { concat, getAddress, keccak256, recoverAddress, slice } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import {
  type Amounts,
  fokBuyAmounts,
  limitAmounts,
  marketSellAmounts,
} from '#adapters/exchanges/polymarket/orders/amounts.ts'
import { accountHeaders } from '#adapters/exchanges/polymarket/signing/account-headers.ts'
import { clobAuthHeaders } from '#adapters/exchanges/polymarket/signing/clob-auth-headers.ts'
import {
  CHAIN_ID,
  CONTRACTS,
  type TradingContext,
  tradingContext,
} from '#adapters/exchanges/polymarket/signing/contracts.ts'
import type { OrderFields } from '#adapters/exchanges/polymarket/signing/order-fields.ts'
import { orderHash } from '#adapters/exchanges/polymarket/signing/order-hash.ts'
import { signOrder } from '#adapters/exchanges/polymarket/signing/sign-order.ts'
import { readWallet, type Wallet } from '#adapters/exchanges/polymarket/wallet/wallet.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import { rounds } from '#test/support/run/plays.ts'

type TheirOrder = Awaited<ReturnType<OrderBuilder['buildExchangeV3OrderFromAmounts']>>

const hexOf = (bytes: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((b): Hex => `0x${Buffer.from(b).toString('hex')}`)

const anyWallet: fc.Arbitrary<Wallet> = fc
  .record({ key: hexOf(32), type: fc.constantFrom('0', '1', '2', '3'), funder: hexOf(20) })
  .map(({ key, type, funder }) =>
    readWallet({
      private_key: key,
      signature_type: type,
      ...(type === '0' ? {} : { funder_address: getAddress(funder) }),
    }),
  )
  .filter((reading) => reading.kind === 'ok')
  .map(({ wallet }) => wallet)

/** A tick and a price on it, both in millionths, and what the client calls the tick. */
const anyPrice = fc.constantFrom<TickSize[]>('0.1', '0.01', '0.005', '0.0025', '0.001', '0.0001').chain((tickSize) => {
  const tick = Math.round(Number(tickSize) * ONE)
  return fc.integer({ min: 1, max: ONE / tick - 1 }).map((steps) => ({ tickSize, at: steps * tick }))
})
/** Whole cents of shares, up to a hundred thousand shares: beyond, the client's floats stop being exact. */
const anySize = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents * 10_000)
const anyTokenId = hexOf(32).map((id) => BigInt(id).toString())
const anySide = fc.constantFrom<(keyof typeof Side)[]>('BUY', 'SELL')
const anyAmount = fc.bigInt({ min: 1n, max: 2n ** 128n })

const officialBuilder = (wallet: Wallet): OrderBuilder => {
  const account = privateKeyToAccount(wallet.privateKey)
  const noNetwork = custom({ request: () => Promise.reject(new Error('signing needs no network')) })
  return new OrderBuilder(
    createWalletClient({ account, transport: noNetwork }),
    Chain.POLYGON,
    wallet.signatureType,
    wallet.funder,
  )
}

/** Our fields for a wallet's order; salt and timestamp are the client's own, as it takes neither. */
const fieldsOf = (wallet: Wallet, order: TheirOrder, requested: Amounts & Pick<OrderFields, 'tokenId' | 'side'>) => ({
  salt: Number(order.salt),
  timestamp: Number(order.timestamp),
  maker: wallet.funder,
  signer: wallet.signer,
  signatureType: wallet.signatureType,
  tokenId: requested.tokenId,
  side: requested.side,
  makerAmount: requested.makerAmount,
  takerAmount: requested.takerAmount,
})

const expectSame = async (wallet: Wallet, context: TradingContext, order: TheirOrder, fields: OrderFields) => {
  expect({ maker: order.maker, signer: order.signer }).toEqual({ maker: fields.maker, signer: fields.signer })
  expect({ maker: order.makerAmount, taker: order.takerAmount }).toEqual({
    maker: fields.makerAmount.toString(),
    taker: fields.takerAmount.toString(),
  })
  expect(await signOrder(wallet.privateKey, context, fields)).toBe(order.signature)
  const id = orderHash(context, fields)
  expect(id).toMatch(/^0x[0-9a-f]{64}$/)
  const signature = slice(`0x${order.signature.slice(2)}`, 0)
  if (wallet.signatureType === 3) {
    expect(keccak256(concat(['0x1901', slice(signature, 65, 97), slice(signature, 97, 129)]))).toBe(id)
  } else {
    expect(await recoverAddress({ hash: id, signature })).toBe(wallet.address)
  }
}

const contextOf = (version: string, negRisk: boolean): TradingContext => {
  const context = tradingContext(version, negRisk)
  if (context === null) throw new Error('no context')
  return context
}
const amountsOf = (amounts: Amounts | null): Amounts => {
  if (amounts === null) throw new Error('no amounts')
  return amounts
}

describe('beside the official client', () => {
  it('the same contracts are signed for', () => {
    const { collateral, conditionalTokens, exchangeV2, negRiskExchangeV2, exchangeV3 } = getContractConfig(CHAIN_ID)
    expect(CONTRACTS).toMatchObject({ collateral, conditionalTokens, exchangeV2, negRiskExchangeV2, exchangeV3 })
  })

  it('limit orders of v1 markets have the same amounts and byte for byte the same signature', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyWallet,
        fc.boolean(),
        anyTokenId,
        anySide,
        anyPrice,
        anySize,
        async (wallet, negRisk, tokenId, side, { tickSize, at }, size) => {
          const expected = { tokenID: tokenId, price: at / ONE, size: size / ONE, side: Side[side] }
          const order = await officialBuilder(wallet).buildOrder(expected, { tickSize, negRisk }, 2)
          if (!isOfV2(order)) throw new Error('an order of the dead version')
          const requests = { tokenId, side, ...amountsOf(limitAmounts(side, price(at), qty(size))) }
          await expectSame(wallet, contextOf('v1', negRisk), order, fieldsOf(wallet, order, requests))
        },
      ),
      { numRuns: rounds(200) },
    )
  })

  it('orders of v2 markets have byte for byte the same signature, whatever the amounts', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyWallet,
        fc.boolean(),
        anyTokenId,
        anySide,
        anyAmount,
        anyAmount,
        async (wallet, negRisk, tokenId, side, makerAmount, takerAmount) => {
          const order = await officialBuilder(wallet).buildExchangeV3OrderFromAmounts({
            tokenID: tokenId,
            makerAmount: makerAmount.toString(),
            takerAmount: takerAmount.toString(),
            side: Side[side],
          })
          const fields = fieldsOf(wallet, order, { tokenId, side, makerAmount, takerAmount })
          await expectSame(wallet, contextOf('v2', negRisk), order, fields)
        },
      ),
      { numRuns: rounds(200) },
    )
  })

  it('market sells have the same amounts, but for the decimals the exchange refuses', async () => {
    await fc.assert(
      fc.asyncProperty(anyWallet, anyPrice, anySize, async (wallet, { tickSize, at }, size) => {
        const needed = { tokenID: '1', price: at / ONE, amount: size / ONE, side: Side.SELL }
        const order = await officialBuilder(wallet).buildMarketOrder(needed, { tickSize, negRisk: false }, 2)
        const taker = BigInt(order.takerAmount)
        const clamped = taker - (taker % 100n)
        expect(marketSellAmounts(price(at), qty(size))).toEqual(
          clamped === 0n ? null : { makerAmount: BigInt(order.makerAmount), takerAmount: clamped },
        )
      }),
      { numRuns: rounds(100) },
    )
  })

  it('fill-or-kill buys have the same amounts wherever they can be said in whole cents', async () => {
    await fc.assert(
      fc.asyncProperty(anyWallet, anyPrice, anySize, async (wallet, { tickSize, at }, size) => {
        const amounts = fokBuyAmounts(price(at), qty(size))
        fc.pre(amounts !== null)
        const dollars = Number(amountsOf(amounts).makerAmount) / ONE
        const wanted = { tokenID: '1', price: at / ONE, amount: dollars, side: Side.BUY }
        const order = await officialBuilder(wallet).buildMarketOrder(wanted, { tickSize, negRisk: false }, 2)
        expect(amounts).toEqual({ makerAmount: BigInt(order.makerAmount), takerAmount: BigInt(order.takerAmount) })
      }),
      { numRuns: rounds(100) },
    )
  })

  it('API credentials are asked for with the same headers', async () => {
    await fc.assert(
      fc.asyncProperty(anyWallet, fc.nat(), fc.nat(), async ({ privateKey, address }, timestamp, nonce) => {
        const account = privateKeyToAccount(privateKey)
        const signer = createWalletClient({ account, transport: custom({ request: () => Promise.reject() }) })
        const theirs = await createL1Headers(signer, Chain.POLYGON, nonce, timestamp)
        expect(await clobAuthHeaders(privateKey, address, timestamp, nonce)).toEqual(theirs)
      }),
      { numRuns: rounds(50) },
    )
  })

  it('requests carry the same headers', async () => {
    const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
    const signer = createWalletClient({ account, transport: custom({ request: () => Promise.reject() }) })
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        hexOf(32),
        fc.boolean(),
        fc.constantFrom('GET', 'POST', 'DELETE'),
        fc.option(fc.json(), { nil: undefined }),
        async (timestamp, bytes, urlSafe, method, body) => {
          const secret = Buffer.from(bytes.slice(2), 'hex').toString(urlSafe ? 'base64url' : 'base64')
          const requestedAt = { method, requestPath: '/order', ...(body === undefined ? {} : { body }) }
          const theirs = await createL2Headers(
            signer,
            { key: 'key', secret, passphrase: 'pass' },
            requestedAt,
            timestamp,
          )
          const credentials = { address: account.address, apiKey: 'key', secret, passphrase: 'pass' }
          expect(accountHeaders(credentials, timestamp, method, '/order', body)).toEqual(theirs)
        },
      ),
      { numRuns: rounds(200) },
    )
  })
})

const isOfV2 = (order: object): order is TheirOrder => 'timestamp' in order && 'builder' in order
