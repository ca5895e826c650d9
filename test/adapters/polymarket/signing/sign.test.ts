import { createHash } from 'node:crypto'
import type { Hex } from 'viem'
import { concat, hashStruct, keccak256, recoverAddress, size, slice, stringToHex } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { accountHeaders } from '#adapters/exchanges/polymarket/signing/account-headers.ts'
import { clobAuthHeaders } from '#adapters/exchanges/polymarket/signing/clob-auth-headers.ts'
import { CONTRACTS, type TradingContext, tradingContext } from '#adapters/exchanges/polymarket/signing/contracts.ts'
import type { OrderFields } from '#adapters/exchanges/polymarket/signing/order-fields.ts'
import { orderHash } from '#adapters/exchanges/polymarket/signing/order-hash.ts'
import { ORDER_TYPE, orderTypedData } from '#adapters/exchanges/polymarket/signing/order-typed-data.ts'
import { saltOf } from '#adapters/exchanges/polymarket/signing/salt.ts'
import { signOrder } from '#adapters/exchanges/polymarket/signing/sign-order.ts'

/** A key of public development accounts, which the vectors of the Polymarket reference (section 3.3) are signed with. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ZERO_ADDRESS: Hex = `0x${'0'.repeat(40)}`

const contextOf = (version: string, negRisk: boolean): TradingContext => {
  const context = tradingContext(version, negRisk)
  if (context === null) throw new Error('no context')
  return context
}
const STANDARD = contextOf('v1', false)
const NEG_RISK = contextOf('v1', true)
const PROTOCOL_V2 = contextOf('v2', false)

const ORDER_A: OrderFields = {
  salt: 1234567890123,
  maker: ADDRESS,
  signer: ADDRESS,
  tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
  makerAmount: 5_200_000n,
  takerAmount: 10_000_000n,
  side: 'BUY',
  signatureType: 0,
  timestamp: 1_795_219_200_000,
}
const DEPOSIT_WALLET = '0x1111111111111111111111111111111111111111'
const ORDER_B: OrderFields = {
  ...ORDER_A,
  salt: 897_609_600_000,
  maker: DEPOSIT_WALLET,
  signer: DEPOSIT_WALLET,
  signatureType: 3,
}
const SIGNATURE_A =
  '0xbb5729c42c23b0c19d8356e5bac2e13c11a6624bd80f3be8e73b7b0258ab1bd52c251cf894eb40e421101ffc12cc44e4e1bf88dce0c834f5d198442ab26699151c'

const structHashOf = (fields: OrderFields): Hex => {
  const { types, primaryType, message } = orderTypedData(STANDARD, fields)
  return hashStruct({ types, primaryType, data: message })
}
/** Parts of a deposit wallet's signature. */
const partsOf = (signature: Hex) => ({
  inner: slice(signature, 0, 65),
  domain: slice(signature, 65, 97),
  order: slice(signature, 97, 129),
  type: slice(signature, 129, 315),
  length: slice(signature, 315, 317),
})

describe('the market’s version', () => {
  it('decides the exchange contract, the domain version and the ledger, and neg-risk the contract of v1 only', () => {
    expect(STANDARD).toEqual({ exchange: CONTRACTS.exchangeV2, domainVersion: '2', assetType: 'CONDITIONAL' })
    expect(NEG_RISK).toEqual({ exchange: CONTRACTS.negRiskExchangeV2, domainVersion: '2', assetType: 'CONDITIONAL' })
    expect(PROTOCOL_V2).toEqual({ exchange: CONTRACTS.exchangeV3, domainVersion: '3', assetType: 'CONDITIONAL-V2' })
    expect(contextOf('v2', true)).toEqual(PROTOCOL_V2)
  })

  it.each([null, undefined, '', 'v3', 'V1', '1', '2'])('%s is none to trade on', (version) => {
    expect(tradingContext(version, false)).toBeNull()
    expect(tradingContext(version, true)).toBeNull()
  })
})

describe('the id of an order', () => {
  it('is its digest on the market’s exchange, as the vectors have it', () => {
    expect(keccak256(stringToHex(ORDER_TYPE))).toBe(
      '0xbb86318a2138f5fa8ae32fbe8e659f8fcf13cc6ae4014a707893055433818589',
    )
    expect(structHashOf(ORDER_A)).toBe('0x035464d568902a670b7240d25a3c1e383f21917cea1bb95ccac760b938e1ebb5')
    expect(orderHash(STANDARD, ORDER_A)).toBe('0x58ebe5ae46b588b458cfc2215ab5bd2a059b49ebf3f021af84d2ca694fa941ab')
    expect(orderHash(NEG_RISK, ORDER_A)).toBe('0x1d94b5996edb82989515b894ba2aa2b89bb8f5d7681d7effe45207b0463aeba4')
    expect(orderHash(PROTOCOL_V2, ORDER_A)).toBe('0x7a68ff8c9077d8421beea354c9d0d582abbdfde416a3d422011c3f79aa0fa06d')
  })

  it('is the plain digest for a deposit wallet too', () => {
    expect(structHashOf(ORDER_B)).toBe('0x4783abe35c9c5dcf3001f2f842baf36ea6188210637f0bd23f1700b106f7555e')
    expect(orderHash(STANDARD, ORDER_B)).toBe('0xb2c691b0c76affd19093d7b5ce0b2d3b01f50854c25de7fec708461ce264b160')
  })

  it('is what the contract itself computed on chain', () => {
    const golden: OrderFields = {
      salt: 1,
      maker: ZERO_ADDRESS,
      signer: ZERO_ADDRESS,
      tokenId: '1',
      makerAmount: 1_000_000n,
      takerAmount: 2_000_000n,
      side: 'BUY',
      signatureType: 3,
      timestamp: 1_791_220_000,
    }
    expect(orderHash(PROTOCOL_V2, golden)).toBe('0x529d440652102e5d9aea11536d90c0a43148fc1dc7e80c525de83cd0cfe14040')
  })

  it('does not depend on the case of addresses', () => {
    const lower: OrderFields = { ...ORDER_A, maker: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' }
    expect(orderHash(STANDARD, lower)).toBe(orderHash(STANDARD, ORDER_A))
  })

  it('changes with every signed field', () => {
    const changes: Partial<OrderFields>[] = [
      { salt: 1 },
      { maker: DEPOSIT_WALLET },
      { signer: DEPOSIT_WALLET },
      { tokenId: '1' },
      { makerAmount: 1n },
      { takerAmount: 1n },
      { side: 'SELL' },
      { signatureType: 1 },
      { timestamp: 1 },
    ]
    const ids = changes.map((change) => orderHash(STANDARD, { ...ORDER_A, ...change }))
    expect(new Set([...ids, orderHash(STANDARD, ORDER_A)]).size).toBe(changes.length + 1)
  })
})

describe('the signature of an order', () => {
  it('is the key’s own, the same every time, as the vector has it', async () => {
    expect(await signOrder(KEY, STANDARD, ORDER_A)).toBe(SIGNATURE_A)
    expect(await signOrder(KEY, STANDARD, ORDER_A)).toBe(SIGNATURE_A)
  })

  it('the signature for proxy wallets and Safes is the same kind over their own orders', async () => {
    for (const signatureType of [1, 2] as const) {
      const fields: OrderFields = { ...ORDER_A, maker: DEPOSIT_WALLET, signatureType }
      const signature = await signOrder(KEY, NEG_RISK, fields)
      expect(size(signature)).toBe(65)
      expect(await recoverAddress({ hash: orderHash(NEG_RISK, fields), signature })).toBe(ADDRESS)
    }
  })

  it('the signature for a deposit wallet is the ERC-7739 wrapper of 317 bytes, as in the vectors', async () => {
    const signature = await signOrder(KEY, STANDARD, ORDER_B)
    expect(size(signature)).toBe(317)
    expect(partsOf(signature)).toEqual({
      inner:
        '0x73e0837b0b633fc8d076f495cf828cf32b14fa1fedd15fbfdd59bb3aaffe98d5256e2dcabc25ab28175cc4ff4487ead279b56c550a8b9f0fb301b6581eef8dc31b',
      domain: '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2',
      order: '0x4783abe35c9c5dcf3001f2f842baf36ea6188210637f0bd23f1700b106f7555e',
      type: stringToHex(ORDER_TYPE),
      length: '0x00ba',
    })
    expect(keccak256(signature)).toBe('0xc7f2f31f659d8fe58496077f70ebe7b1204c1e7efdc3a731d1c7e9b4fe9bc294')
    const innerDigest = '0x6c0a4c15bc2547e0f618ab66fadaf58ca35d6b8331c8b24b965f2ff909461ffe'
    expect(await recoverAddress({ hash: innerDigest, signature: partsOf(signature).inner })).toBe(ADDRESS)
  })

  it.each([
    ['standard', STANDARD, '0x3264e159346253e26a64e00b69032db0e7d32f94628de3e6eecb50304d7af3d2'],
    ['neg-risk', NEG_RISK, '0x9b858f53327b0bd13af8ec14cfb35234fb9eb7b0504d1a4e61f433840d30e81a'],
    ['Protocol V2', PROTOCOL_V2, '0x466c63910185bbd55e8679264200c4e0abdcbb0c6264eb3d41d13326022e095b'],
  ])('the signature for a deposit wallet carries the domain of the %s exchange', async (_, context, domain) => {
    const parts = partsOf(await signOrder(KEY, context, ORDER_B))
    expect(parts.domain).toBe(domain)
    expect(keccak256(concat(['0x1901', parts.domain, parts.order]))).toBe(orderHash(context, ORDER_B))
  })

  it('takes under two milliseconds with the id once warm (printed, as machines differ)', async () => {
    const timed = async (fields: OrderFields): Promise<number> => {
      const runs = 200
      const orders = Array.from({ length: runs }, (_, i): OrderFields => ({ ...fields, salt: i + 1 }))
      const start = performance.now()
      const ids = new Set<string>()
      for (const order of orders) {
        ids.add(orderHash(STANDARD, order))
        await signOrder(KEY, STANDARD, order)
      }
      expect(ids.size).toBe(runs)
      return (performance.now() - start) / runs
    }
    await timed(ORDER_A)
    const [own, deposit] = [await timed(ORDER_A), await timed(ORDER_B)]
    console.info(`id and signature: ${own.toFixed(2)} ms own wallet, ${deposit.toFixed(2)} ms deposit wallet`)
  })
})

describe('API credentials', () => {
  it('are asked for with the key’s attestation, as the vector has it', async () => {
    expect(await clobAuthHeaders(KEY, ADDRESS, 1_795_219_200, 0)).toEqual({
      POLY_ADDRESS: ADDRESS,
      POLY_SIGNATURE:
        '0x208d69d71c6ac135c032e218554da6d7c3bf7875016a8274a63399d4b5a821834e154158db472391f4382cc37a9cd5a433c4e4d8629a55c43ea6a868cc3519711c',
      POLY_TIMESTAMP: '1795219200',
      POLY_NONCE: '0',
    })
  })

  it('sign the time, method, path and exact body of a request, in the URL-safe alphabet with its padding', () => {
    const credentials = { address: ADDRESS, apiKey: 'key', secret: `${'A'.repeat(43)}=`, passphrase: 'pass' } as const
    expect(accountHeaders(credentials, 1_000_000, 'test-sign', '/orders', '{"hash": "0x123"}')).toEqual({
      POLY_ADDRESS: ADDRESS,
      POLY_SIGNATURE: 'ZwAdJKvoYRlEKDkNMwd5BuwNNtg93kNaR_oU2HrfVvc=',
      POLY_TIMESTAMP: '1000000',
      POLY_API_KEY: 'key',
      POLY_PASSPHRASE: 'pass',
    })
  })

  it('sign the same with a secret in either base64 alphabet, and nothing for a body that is not there', () => {
    const headersWith = (secret: string, body: string | undefined) =>
      accountHeaders({ address: ADDRESS, apiKey: 'key', secret, passphrase: 'pass' }, 1, 'GET', '/time', body)
    expect(headersWith('-_-_', undefined)).toEqual(headersWith('+/+/', undefined))
    expect(headersWith('+/+/', undefined)).toEqual(headersWith('+/+/', ''))
    expect(headersWith('+/+/', undefined)).not.toEqual(headersWith('+/+/', '{}'))
  })
})

describe('the salt of an order', () => {
  const ORDER_ID = '019a9f3a-7c1e-7d2b-9c55-0f6f3f0a1b2c'

  it('is the first 53 bits of a digest: the same for the same part of the same attempt', () => {
    const digest = createHash('sha256').update(`${ORDER_ID}:1:0`).digest('hex')
    expect(saltOf(ORDER_ID, 1, 0)).toBe(Number(BigInt(`0x${digest}`) >> 203n))
  })

  it('is another for every part and attempt, never 0, and fits a JSON number', () => {
    const salts = Array.from({ length: 1_000 }, (_, i) => saltOf(ORDER_ID, 1 + (i % 500), Math.floor(i / 500)))
    expect(new Set(salts).size).toBe(1_000)
    expect(salts.every((salt) => Number.isSafeInteger(salt) && salt > 0)).toBe(true)
  })
})
