/** The simulated EXCHANGE_B on a manual clock with signed calls, for tests. */

import { createHmac } from 'node:crypto'
import { type Hex, hashTypedData, keccak256, stringToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type PolymarketOptions, type PolymarketSimulator, startPolymarket } from '../../polymarket/start-polymarket.ts'
import { createCatalogue, extendCatalogue, type PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import {
  contextOf,
  type ExchangeContext,
  ORDER_TYPE,
  orderHash,
  type SignedFields,
  structHash,
} from '../../polymarket/world/exchange-context.ts'

interface Answer {
  readonly status: number
  // The tests look into bodies of every shape.
  readonly body: Record<string, never> & Record<string, unknown>
  readonly headers: Headers
}

export interface SimulatedPolymarket {
  readonly simulator: PolymarketSimulator
  readonly time: { now: number }
  /** A call with the trader's API key; `path` is below /clob. */
  readonly call: (method: string, path: string, body?: unknown, as?: Trader) => Promise<Answer>
  readonly place: (wish: Wish, as?: Trader) => Promise<Answer>
  readonly control: (path: string, body: unknown) => Promise<Answer>
  readonly ledger: () => Promise<Ledger>
  /** Advances the clock, in milliseconds, with one tick at the end. */
  readonly pass: (milliseconds: number) => Promise<void>
  readonly close: () => Promise<void>
}

interface Ledger {
  readonly accounts: {
    readonly id: string
    readonly cash: number
    readonly orders: {
      id: string
      identity: string
      market: string
      buy_flag: boolean
      price: number
      qty: number
      filled_qty: number
      status: string
    }[]
    readonly fills: {
      id: string
      order_id: string
      price: number
      qty: number
      fee: number
      buy_flag: boolean
      status: string
    }[]
    readonly positions: { market: string; position: number; yes: number; no: number }[]
  }[]
  readonly submits: { identity: string | null; at: number; outcome: string }[]
}

/** An order as a test wants it: cents and shares; everything signed or sent can be changed. */
export interface Wish {
  readonly market?: PolymarketMarket
  readonly outcome?: 0 | 1
  readonly side?: 'BUY' | 'SELL'
  readonly price?: number
  readonly size?: number
  readonly type?: 'GTC' | 'GTD' | 'FOK' | 'FAK'
  readonly expiration?: number
  readonly postOnly?: boolean
  readonly salt?: number
  readonly amounts?: readonly [number, number]
  readonly context?: ExchangeContext
  readonly maker?: string
  readonly signer?: string
  readonly owner?: string
  readonly signatureType?: number
  readonly order?: Readonly<Record<string, unknown>>
}

export interface Trader {
  readonly id: string
  readonly account: PrivateKeyAccount
  readonly privateKey: Hex
  readonly signatureType: 0 | 1 | 2 | 3
  readonly funder: Hex
  keys: { readonly apiKey: string; readonly secret: string; readonly passphrase: string } | null
}

export const START = Date.parse('2026-11-21T07:30:00Z')
export const SEED = 7
const ONE = 1_000_000

const offered = extendCatalogue(createCatalogue(), START, SEED)
const pick = (fits: (market: PolymarketMarket) => boolean): PolymarketMarket => {
  const found = offered.find((market) => market.opensAt <= START && market.endsAt > START + 3_600_000 && fits(market))
  if (found === undefined) throw new Error('the catalogue has no such market')
  return found
}
const isPlain = ({ tick, secondsDelay, version }: PolymarketMarket): boolean =>
  tick === 10_000 && secondsDelay === 0 && version === 'v1'

/** Markets of each kind that are open at START. */
export const STANDARD = pick((market) => isPlain(market) && !market.event.negRisk && market.feeRate > 0)
export const NEG_RISK = pick((market) => isPlain(market) && market.event.negRisk)
export const protocolV2 = () => pick(({ version, secondsDelay }) => version === 'v2' && secondsDelay === 0)
export const delayed = () => pick(({ secondsDelay, version }) => secondsDelay > 0 && version === 'v1')

const traderOf = (id: string, signatureType: 0 | 1 | 2 | 3, wallet?: Hex): Trader => {
  const privateKey = keccak256(stringToHex(id))
  const account = privateKeyToAccount(privateKey)
  return { id, account, privateKey, signatureType, funder: wallet ?? account.address, keys: null }
}

/** One trader per kind of wallet; each has its own key, always the same. */
export const newTraders = () => ({
  ann: traderOf('ann', 0),
  bob: traderOf('bob', 1, `0x${'b0b'.padEnd(40, '1')}`),
  cleo: traderOf('cleo', 2, `0x${'c1e0'.padEnd(40, '2')}`),
  dan: traderOf('dan', 3, `0x${'da4'.padEnd(40, '3')}`),
})

export const openPolymarket = async (
  options: Partial<PolymarketOptions> & { readonly traders?: readonly Trader[]; readonly cash?: number } = {},
): Promise<SimulatedPolymarket> => {
  const { traders = [], cash = 1_000, ...more } = options
  const time = { now: START }
  const simulator = await startPolymarket({
    clock: () => time.now,
    seed: SEED,
    staleReadsMs: 0,
    bot: false,
    ...more,
  })
  const now = (): number => options.clock?.() ?? time.now
  for (const { id, account, signatureType, funder } of traders) {
    simulator.addAccount({ id, address: account.address, signatureType, funder, cash })
  }
  const [first] = traders
  const call: SimulatedPolymarket['call'] = async (method, path, body, as = first) => {
    if (as === undefined) throw new Error('nobody to call')
    as.keys ??= await makeKeys(simulator, as, now())
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const headers = signedHeaders(as, method, path.split('?')[0] ?? '', text, now())
    const url = `${simulator.urls.clob}${path}`
    return answerOf(await fetch(url, { method, headers, ...(text === '' ? {} : { body: text }) }))
  }
  return {
    simulator,
    time,
    call,
    place: async (wish, as = first) => {
      if (as === undefined) throw new Error('nobody to order')
      as.keys ??= await makeKeys(simulator, as, now())
      return call('POST', '/order', (await signOrder(wish, as, now())).body, as)
    },
    control: async (path, body) =>
      answerOf(await fetch(`${simulator.controlUrl}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })),
    ledger: async () => (await fetch(`${simulator.controlUrl}/control/ledger`)).json() as Promise<Ledger>,
    pass: async (milliseconds) => {
      time.now += milliseconds
      await simulator.tick()
    },
    close: () => simulator.close(),
  }
}

export const walletHeaders = async ({ account }: Trader, at: number, nonce = 0): Promise<Record<string, string>> => {
  const timestamp = String(Math.floor(at / 1000))
  const signature = await account.signTypedData({
    domain: { name: 'ClobAuthDomain', version: '1', chainId: 137 },
    types: {
      ClobAuth: [
        { name: 'address', type: 'address' },
        { name: 'timestamp', type: 'string' },
        { name: 'nonce', type: 'uint256' },
        { name: 'message', type: 'string' },
      ],
    },
    primaryType: 'ClobAuth',
    message: {
      address: account.address,
      timestamp,
      nonce: BigInt(nonce),
      message: 'This message attests that I control the given wallet',
    },
  })
  return {
    POLY_ADDRESS: account.address,
    POLY_SIGNATURE: signature,
    POLY_TIMESTAMP: timestamp,
    POLY_NONCE: String(nonce),
  }
}

export const signedHeaders = (
  { account, keys }: Trader,
  method: string,
  path: string,
  body: string,
  at: number,
): Record<string, string> => {
  if (keys === null) throw new Error('no key yet')
  const timestamp = String(Math.floor(at / 1000))
  const hmac = createHmac('sha256', Buffer.from(keys.secret, 'base64')).update(`${timestamp}${method}${path}${body}`)
  return {
    POLY_ADDRESS: account.address,
    POLY_SIGNATURE: hmac.digest('base64').replaceAll('+', '-').replaceAll('/', '_'),
    POLY_TIMESTAMP: timestamp,
    POLY_API_KEY: keys.apiKey,
    POLY_PASSPHRASE: keys.passphrase,
  }
}

/** The body of an order and its id; by default 10 shares of YES at 0.40, good till cancelled. */
export const signOrder = async (wish: Wish, as: Trader, at: number) => {
  const { market = STANDARD, outcome = 0, side = 'BUY', price = 0.4, size = 10, type = 'GTC' } = wish
  const context = wish.context ?? contextOf(market)
  const [shares, money] = [Math.round(size * ONE), Math.round(size * price * ONE)]
  const [makerAmount, takerAmount] = wish.amounts ?? (side === 'BUY' ? [money, shares] : [shares, money])
  const maker = (wish.maker ?? as.funder) as Hex
  const fields: SignedFields = {
    salt: BigInt(wish.salt ?? nextSalt()),
    maker,
    signer: (wish.signer ?? (as.signatureType === 3 ? maker : as.account.address)) as Hex,
    tokenId: BigInt(market.tokens[outcome]),
    makerAmount: BigInt(makerAmount),
    takerAmount: BigInt(takerAmount),
    side: side === 'BUY' ? 0 : 1,
    signatureType: wish.signatureType ?? as.signatureType,
    timestamp: BigInt(at),
    metadata: ZERO,
    builder: ZERO,
  }
  const signature = await signatureOf(fields, context, as)
  const order = {
    salt: Number(fields.salt),
    maker: fields.maker,
    signer: fields.signer,
    tokenId: market.tokens[outcome],
    makerAmount: String(makerAmount),
    takerAmount: String(takerAmount),
    side,
    signatureType: fields.signatureType,
    timestamp: String(at),
    expiration: String(wish.expiration ?? 0),
    metadata: ZERO,
    builder: ZERO,
    signature,
    ...wish.order,
  }
  const owner = wish.owner ?? as.keys?.apiKey ?? ''
  const body = { deferExec: false, postOnly: wish.postOnly ?? false, orderType: type, owner, order }
  return { id: orderHash(context, fields), body }
}

export const makeKeys = async (simulator: PolymarketSimulator, as: Trader, at: number) => {
  const headers = await walletHeaders(as, at)
  const made = await fetch(`${simulator.urls.clob}/auth/api-key`, { method: 'POST', headers })
  if (made.status === 200) return (await made.json()) as NonNullable<Trader['keys']>
  const found = await fetch(`${simulator.urls.clob}/auth/derive-api-key`, { headers })
  return (await found.json()) as NonNullable<Trader['keys']>
}

const ZERO: Hex = `0x${'0'.repeat(64)}`

let salt = 1_000
const nextSalt = (): number => {
  salt += 1
  return salt
}

const ORDER_FIELDS = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'metadata', type: 'bytes32' },
  { name: 'builder', type: 'bytes32' },
] as const

/** Signed with the library's own typed data, which the simulator does not use. */
const signatureOf = async (fields: SignedFields, context: ExchangeContext, { account }: Trader): Promise<Hex> => {
  const domain = {
    name: 'Polymarket CTF Exchange',
    version: context.domainVersion,
    chainId: 137,
    verifyingContract: context.exchange,
  }
  if (fields.signatureType !== 3) {
    const data = { domain, types: { Order: ORDER_FIELDS }, primaryType: 'Order' as const, message: { ...fields } }
    return account.sign({ hash: hashTypedData(data) })
  }
  const inner = await account.sign({
    hash: hashTypedData({
      domain,
      types: {
        TypedDataSign: [
          { name: 'contents', type: 'Order' },
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
          { name: 'salt', type: 'bytes32' },
        ],
        Order: ORDER_FIELDS,
      },
      primaryType: 'TypedDataSign',
      message: {
        contents: { ...fields },
        name: 'DepositWallet',
        version: '1',
        chainId: 137n,
        verifyingContract: fields.signer,
        salt: ZERO,
      },
    }),
  })
  const parts = [context.separator, structHash(fields), stringToHex(ORDER_TYPE)].map((part) => part.slice(2))
  return `${inner}${parts.join('')}00ba`
}

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}
