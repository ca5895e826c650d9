/** The simulated EXCHANGE_A on a manual clock with signed calls, for tests. */

import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type KalshiOptions, type KalshiSimulator, startKalshi } from '../../kalshi/start-kalshi.ts'

interface Answer {
  readonly status: number
  // The tests look into bodies of every shape.
  readonly body: Record<string, never> & Record<string, unknown>
  readonly headers: Headers
}

export interface SimulatedExchange {
  readonly simulator: KalshiSimulator
  readonly time: { now: number }
  readonly call: (method: string, path: string, body?: unknown, as?: Signer) => Promise<Answer>
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
      identity: string | null
      market: string
      price: number
      qty: number
      filled_qty: number
      status: string
    }[]
    readonly fills: { id: string; order_id: string; price: number; qty: number; fee: number; buy_flag: boolean }[]
    readonly positions: { market: string; position: number }[]
  }[]
  readonly submits: { identity: string | null; at: number; outcome: string }[]
}

export interface Signer {
  readonly apiKeyId: string
  readonly privateKey: KeyObject
  /** Forged values to sign and send. */
  readonly skew?: number
  readonly signedPath?: (path: string) => string
  readonly padding?: 'pkcs1'
  readonly leaveOut?: string
}

export const START = Date.parse('2026-11-21T07:30:00Z')

/** Markets that exist at START: shard 0, shard 2, shard 3 and one without maker fees on a fine grid. */
export const POLITICS = 'KXPRESPARTY-28-D'
export const CRYPTO = 'KXBTCMAXY-26-T100000'
export const TENNIS = 'KXATPMATCH-26NOV22KOVDUB-KOV'
export const FED = 'KXFED-26DEC-T3.25'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const edwards = generateKeyPairSync('ed25519')
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()

export const ANN: Signer = { apiKeyId: 'ann-key', privateKey: rsa.privateKey }
export const BOB: Signer = { apiKeyId: 'bob-key', privateKey: edwards.privateKey }
export const ANN_PEM = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** ann signs with RSA and has money on shards 0, 2 and 3; bob signs with Ed25519 and has money on shard 0. */
export const openSimulated = async (options: Partial<KalshiOptions> = {}): Promise<SimulatedExchange> => {
  const time = { now: START }
  const simulator = await startKalshi({
    clock: () => time.now,
    seed: 7,
    staleReadsMs: 0,
    bot: false,
    rateLimits: false,
    ...options,
  })
  const money = { 0: 1_000, 2: 100, 3: 100 }
  simulator.addAccount({ id: 'ann', apiKeyId: ANN.apiKeyId, publicKeyPem: pem(rsa.publicKey), cash: money })
  simulator.addAccount({ id: 'bob', apiKeyId: BOB.apiKeyId, publicKeyPem: pem(edwards.publicKey), cash: { 0: 1_000 } })
  const call: SimulatedExchange['call'] = async (method, path, body, as = ANN) => {
    const url = new URL(`${simulator.url}${path}`)
    const headers = new Headers(signed(as, method, url.pathname, options.clock?.() ?? time.now))
    if (body !== undefined) headers.set('content-type', 'application/json')
    return answerOf(await fetch(url, { method, headers, ...(body === undefined ? {} : { body: textOf(body) }) }))
  }
  const control: SimulatedExchange['control'] = async (path, body) =>
    answerOf(await fetch(`${simulator.controlUrl}/control/${path}`, { method: 'POST', body: textOf(body) }))
  return {
    simulator,
    time,
    call,
    control,
    ledger: async () => (await fetch(`${simulator.controlUrl}/control/ledger`)).json() as Promise<Ledger>,
    pass: async (milliseconds) => {
      time.now += milliseconds
      await simulator.tick()
    },
    close: () => simulator.close(),
  }
}

/** A limit order body; everything can be changed. */
export const orderBody = (more: Record<string, unknown> = {}) => ({
  ticker: POLITICS,
  side: 'bid',
  count: '10.00',
  price: '0.4000',
  time_in_force: 'good_till_canceled',
  self_trade_prevention_type: 'taker_at_cross',
  ...more,
})

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

const answerOf = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

export const signed = (by: Signer, method: string, path: string, now: number): Record<string, string> => {
  const timestamp = String(now + (by.skew ?? 0))
  const text = Buffer.from(`${timestamp}${method}${by.signedPath?.(path) ?? path}`)
  const pss = { key: by.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
  const signature =
    by.privateKey.asymmetricKeyType === 'ed25519'
      ? sign(null, text, by.privateKey)
      : sign('sha256', text, by.padding === 'pkcs1' ? by.privateKey : pss)
  const headers = {
    'KALSHI-ACCESS-KEY': by.apiKeyId,
    'KALSHI-ACCESS-TIMESTAMP': timestamp,
    'KALSHI-ACCESS-SIGNATURE': signature.toString('base64'),
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== by.leaveOut))
}
