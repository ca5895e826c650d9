/** The official client of EXCHANGE_B, unchanged, against the simulator: if it understands us, so far so good. */

import { AssetType, ClobClient, OrderType, Side } from '@polymarket/clob-client-v2'
import { createWalletClient, http } from 'viem'
import { polygon } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  NEG_RISK,
  newTraders,
  openPolymarket,
  protocolV2,
  type SimulatedPolymarket,
  STANDARD,
  type Trader,
} from '#simulators/test/polymarket/simulated.ts'

let simulated: SimulatedPolymarket
let ann: ClobClient
let dan: ClobClient

const traders = newTraders()
const [YES, NO] = STANDARD.tokens

/** Without credentials: they are what it is asked for first. */
const walletClient = (
  { account, signatureType, funder }: Trader,
  creds?: Awaited<ReturnType<ClobClient['createApiKey']>>,
) =>
  new ClobClient({
    host: simulated.simulator.urls.clob,
    chain: 137,
    // The port is closed: the client signs locally and needs no chain.
    signer: createWalletClient({ account, chain: polygon, transport: http('http://127.0.0.1:9') }),
    signatureType,
    funderAddress: funder,
    throwOnError: true,
    ...(creds === undefined ? {} : { creds }),
  })

const clientOf = async (trader: Trader): Promise<ClobClient> =>
  walletClient(trader, await walletClient(trader).createApiKey())

const setBook = (bids: [number, number][], asks: [number, number][], market = STANDARD.conditionId) =>
  simulated.control('book', { market, bids, asks })

beforeAll(async () => {
  simulated = await openPolymarket({ clock: Date.now, traders: Object.values(traders), settleAfterMs: 100 })
  ann = await clientOf(traders.ann)
  dan = await clientOf(traders.dan)
})

afterAll(() => simulated.close())

describe('the official client', () => {
  it('derives the key it has made, lists it, and receives an error if there is none', async () => {
    expect(await walletClient(traders.ann).deriveApiKey()).toEqual(ann.creds)
    expect(await ann.getApiKeys()).toEqual({ apiKeys: [ann.creds?.key] })
    expect(await ann.getClosedOnlyMode()).toEqual({ closed_only: false })
    await expect(walletClient(traders.cleo).deriveApiKey()).rejects.toThrow('Could not derive api key!')
    await expect(walletClient(traders.ann).createApiKey()).rejects.toThrow('Could not create api key')
  })

  it('places, reads and cancels an order', async () => {
    const placed = await ann.createAndPostOrder({ tokenID: YES, price: 0.05, size: 10, side: Side.BUY })
    expect(placed).toMatchObject({ success: true, errorMsg: '', status: 'live', makingAmount: '', takingAmount: '' })
    expect(await ann.getOrder(placed.orderID)).toMatchObject({
      id: placed.orderID,
      status: 'LIVE',
      original_size: '10',
      size_matched: '0',
      price: '0.05',
      side: 'BUY',
      outcome: STANDARD.outcomes[0],
      maker_address: traders.ann.funder.toLowerCase(),
    })
    await setBook([], [])
    await simulated.control('trade', { market: STANDARD.conditionId, price: 0.05, qty: 4, buy_flag: false })
    expect(await ann.getOpenOrders({ market: STANDARD.conditionId })).toMatchObject([{ size_matched: '4' }])
    expect(await ann.cancelOrder({ orderID: placed.orderID })).toEqual({ canceled: [placed.orderID], not_canceled: {} })
    expect(await ann.getOpenOrders()).toEqual([])
    expect(await ann.getTrades({ market: STANDARD.conditionId })).toMatchObject([
      { trader_side: 'MAKER', maker_orders: [{ order_id: placed.orderID, matched_amount: '4', price: '0.05' }] },
    ])
  })

  it('buys and sells at market with a deposit wallet, and sees the transactions', async () => {
    await setBook([[0.48, 100]], [[0.5, 100]])
    const bought = await dan.createAndPostMarketOrder({ tokenID: YES, amount: 10, side: Side.BUY, price: 0.52 })
    expect(bought).toMatchObject({ status: 'matched', makingAmount: '10', takingAmount: '20' })
    // The client itself has polled the trades until they were mined.
    expect(bought.transactionsHashes).toHaveLength(1)
    expect(await dan.getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: YES })).toMatchObject({
      balance: '20000000',
    })
    const sale = { tokenID: YES, amount: 20, side: Side.SELL, price: 0.4 }
    const sold = await dan.createAndPostMarketOrder(sale, undefined, OrderType.FAK)
    expect(sold).toMatchObject({ status: 'matched', makingAmount: '20', takingAmount: '9.6' })
    const [latest] = await dan.getTrades()
    expect(latest).toMatchObject({ trader_side: 'TAKER', side: 'SELL', price: '0.48', size: '20' })
  })

  it('trades neg-risk and Protocol V2 markets in their own contracts', async () => {
    const negRisk = await dan.createAndPostOrder({ tokenID: NEG_RISK.tokens[0], price: 0.05, size: 10, side: Side.BUY })
    expect(negRisk).toMatchObject({ status: 'live' })
    const [tokenID] = protocolV2().tokens
    const amounts = { tokenID, makerAmount: '500000', takerAmount: '10000000', side: Side.BUY }
    const order = await dan.createExchangeV3OrderFromAmounts(amounts)
    expect(await dan.postOrder(order)).toMatchObject({ status: 'live' })
    const wrong = await dan.createOrder({ tokenID, price: 0.05, size: 10, side: Side.BUY })
    await expect(dan.postOrder(wrong)).rejects.toThrow('order_version_mismatch')
    expect((await dan.cancelAll()).canceled).toHaveLength(2)
  })

  it('places and cancels in batches', async () => {
    const args = await Promise.all(
      [0.05, 0.06].map(async (price) => ({
        order: await ann.createOrder({ tokenID: NO, price, size: 10, side: Side.BUY }),
        orderType: OrderType.GTC,
      })),
    )
    const answers = await ann.postOrders([...args, ...args.slice(0, 1)])
    expect(answers.map(({ errorMsg, status }) => [errorMsg.split(' ').at(-1), status])).toEqual([
      ['', 'live'],
      ['', 'live'],
      ['Duplicated.', ''],
    ])
    const [first, second] = answers.map(({ orderID }) => orderID)
    expect(await ann.cancelOrders([first ?? ''])).toMatchObject({ canceled: [first] })
    expect(await ann.cancelOrders([second ?? ''])).toMatchObject({ canceled: [second] })
  })

  it('reads the book, its prices and the market, and agrees on the hash of the book', async () => {
    await setBook(
      [
        [0.4, 10],
        [0.48, 20],
      ],
      [
        [0.6, 10],
        [0.5, 30],
      ],
    )
    const book = await ann.getOrderBook(YES)
    const { hash } = book
    expect(await ann.getOrderBookHash(book)).toBe(hash)
    expect([book.bids.at(-1), book.asks.at(-1)]).toEqual([
      { price: '0.48', size: '20' },
      { price: '0.5', size: '30' },
    ])
    expect((await ann.getOrderBook(NO)).asks.at(-1)).toEqual({ price: '0.52', size: '20' })
    expect(await ann.getTickSize(YES)).toBe('0.01')
    expect(await ann.getNegRisk(NEG_RISK.tokens[0])).toBe(true)
    expect(await ann.getPrice(YES, 'BUY')).toEqual({ price: '0.48' })
    expect((await ann.getClobMarketInfo(STANDARD.conditionId)).t).toHaveLength(2)
    expect(await ann.calculateMarketPrice(YES, Side.BUY, 10)).toBe(0.5)
    expect(await ann.getVersion()).toBe(2)
    expect(Math.abs((await ann.getServerTime()) - Date.now() / 1000)).toBeLessThan(5)
    expect(await ann.getOk()).toBeDefined()
  })

  it('receives a refusal of an order in words', async () => {
    const sale = ann.createAndPostOrder({ tokenID: NO, price: 0.5, size: 10, side: Side.SELL })
    await expect(sale).rejects.toThrow('not enough balance / allowance')
    const small = ann.createAndPostOrder({ tokenID: YES, price: 0.05, size: 4, side: Side.BUY })
    await expect(small).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching('lower than the minimum: 5'),
    })
  })
})
