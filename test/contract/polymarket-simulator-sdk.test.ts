/** The official client of EXCHANGE_B, unchanged, against the simulator: if it understands us, so far so good. */

import { ClobClient, Side } from '@polymarket/clob-client-v2'
import { createWalletClient, http } from 'viem'
import { polygon } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newTraders,
  openPolymarket,
  type PolymarketVenue,
  STANDARD,
  type Trader,
} from '#test/venues/polymarket-venue.ts'

let venue: PolymarketVenue
let ann: ClobClient

const traders = newTraders()

const clientOf = async (trader: Trader): Promise<ClobClient> => {
  const signer = createWalletClient({ account: trader.account, chain: polygon, transport: http('http://127.0.0.1:9') })
  const common = { host: venue.simulator.urls.clob, chain: 137, signer, throwOnError: true }
  const wallet = { signatureType: trader.signatureType, funderAddress: trader.funder }
  const creds = await new ClobClient({ ...common, ...wallet }).createApiKey()
  const client = new ClobClient({ ...common, ...wallet, creds })
  return client
}

beforeAll(async () => {
  venue = await openPolymarket({ clock: Date.now, traders: Object.values(traders), settleAfterMs: 100 })
  ann = await clientOf(traders.ann)
})

afterAll(() => venue.close())

const [YES] = STANDARD.tokens

describe('the official client', () => {
  it('places, reads and cancels an order', async () => {
    ann.tickSizes[YES] = '0.01'
    const order = { tokenID: YES, price: 0.05, size: 10, side: Side.BUY }
    const placed = await ann.createAndPostOrder(order, { tickSize: '0.01', negRisk: false, version: 2 })
    expect(placed).toMatchObject({ success: true, errorMsg: '', status: 'live', makingAmount: '', takingAmount: '' })
    expect(await ann.getOrder(placed.orderID)).toMatchObject({
      id: placed.orderID,
      status: 'LIVE',
      original_size: '10',
      size_matched: '0',
      price: '0.05',
      side: 'BUY',
      outcome: STANDARD.outcomes[0],
    })
    expect(await ann.getOpenOrders({ market: STANDARD.conditionId })).toHaveLength(1)
    await venue.control('trade', { market: STANDARD.conditionId, price: 0.05, qty: 4, buy_flag: false })
    expect(await ann.getOrder(placed.orderID)).toMatchObject({ status: 'LIVE', size_matched: '4' })
    expect(await ann.cancelOrder({ orderID: placed.orderID })).toEqual({ canceled: [placed.orderID], not_canceled: {} })
    expect(await ann.getOpenOrders()).toEqual([])
    expect(await ann.getTrades()).toMatchObject([
      { trader_side: 'MAKER', maker_orders: [{ order_id: placed.orderID }] },
    ])
  })
})
