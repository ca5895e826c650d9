/** How long it takes to make the id and the signature of an order for EXCHANGE_B, in a process that has signed before. */

import { privateKeyToAccount } from 'viem/accounts'
import { tradingContext } from '#adapters/exchanges/polymarket/signing/contracts.ts'
import type { OrderFields } from '#adapters/exchanges/polymarket/signing/order-fields.ts'
import { orderHash } from '#adapters/exchanges/polymarket/signing/order-hash.ts'
import { signOrder } from '#adapters/exchanges/polymarket/signing/sign-order.ts'
import { quantile } from '../quantile.ts'
import { textTable } from '../text-table.ts'

export interface Signing {
  readonly wallet: string
  readonly p50: number
  readonly p99: number
}

/** A key everybody knows, of the test accounts that come with development chains. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const WARM_UP = 50
const RUNS = 400

export const measureSigning = async (): Promise<readonly Signing[]> => [
  await measure('own wallet (signature type 0)', 0),
  await measure('deposit wallet (signature type 3)', 3),
]

const measure = async (wallet: string, signatureType: 0 | 3): Promise<Signing> => {
  const context = tradingContext('v1', false)
  if (context === null) throw new Error('version 1 is not known')
  const { address } = privateKeyToAccount(KEY)
  const times: number[] = []
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const fields: OrderFields = {
      salt: run + 1,
      maker: address,
      signer: address,
      tokenId: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
      makerAmount: 5_200_000n,
      takerAmount: 10_000_000n,
      side: 'BUY',
      signatureType,
      timestamp: 1_795_219_200_000 + run,
    }
    const began = performance.now()
    orderHash(context, fields)
    await signOrder(KEY, context, fields)
    if (run >= WARM_UP) times.push(performance.now() - began)
  }
  return { wallet, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

export const signingText = (signing: readonly Signing[]): string =>
  textTable(
    ['id and signature of an order', 'p50 ms', 'p99 ms'],
    signing.map(({ wallet, p50, p99 }) => [wallet, p50.toFixed(2), p99.toFixed(2)]),
  )
