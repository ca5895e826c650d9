/**
 * The control API of a simulated exchange: sets books, makes trades, closes markets, injects faults, shows the true
 * state.
 */

import * as v from 'valibot'
import { DOOR_ANSWERS, DOOR_MODES } from '../http/front-door.ts'
import type { HttpCall, HttpReply, JsonServer, Serve } from '../http/json-server.ts'
import { ONE } from '../matching/contract-cost.ts'
import type { BookLevel } from '../matching/order-book.ts'
import { FAULT_KINDS, type FaultInjection } from './fault-injection.ts'
import { isNoSuchMarket } from './no-such-market.ts'
import { disturb, type StreamTarget, streamBody } from './streams.ts'
import { wordsOf } from './words-of.ts'

/** Functions of an exchange for the control API. Each returns words if it refuses, null or a result if it is done. */
export interface ControlTarget {
  readonly setBook: (market: string, bids: readonly BookLevel[], asks: readonly BookLevel[]) => string | null
  readonly trade: (market: string, price: number, qty: number, buyFlag: boolean) => string | { tradedQty: number }
  /** Reports a trade that was negotiated off the book. Absent: the exchange has none. */
  readonly blockTrade?: (market: string, price: number, qty: number, buyFlag: boolean) => string | null
  readonly setStatus: (market: string, status: 'active' | 'paused' | 'closed') => string | null
  readonly resolve: (market: string, outcome: 'yes' | 'no') => string | null
  readonly setMode: (mode: ControlMode) => string | null
  readonly ledger: () => unknown
  /** Exchange with wallets: makes one, and returns its credentials. */
  readonly newWallet?: (wallet: {
    readonly signatureType: 0 | 1 | 2 | 3
    readonly cash: number
    readonly approved: boolean
  }) => unknown
  /** Exchange with redemptions: all holders redeem, without this service. */
  readonly redeemAll?: () => void
  /** Exchange with a relayer: sets the end of its next actions. */
  readonly failRelays?: (state: RelayEnd, times: number) => void
  readonly faults: FaultInjection
  readonly streams: StreamTarget
  /** Switches the exchange's own behaviour; the body has its names. */
  readonly setSwitches: (body: unknown) => string | null
  /** Runs after every change. */
  readonly flush: () => void
}

export const CONTROL_MODES = [
  'open',
  'trading_paused',
  'exchange_paused',
  'restart',
  'cancel_only',
  'post_only',
  'disabled',
  'settlement_fails',
  'geoblock',
  ...DOOR_MODES,
] as const
export type ControlMode = (typeof CONTROL_MODES)[number]

export const startControlServer = (serve: Serve, port: number, target: ControlTarget): Promise<JsonServer> =>
  serve(port, async (call) => {
    const reply = answer(target, call)
    target.flush()
    return reply
  })

const answer = (target: ControlTarget, call: HttpCall): HttpReply => {
  const { method, path } = call
  if (method === 'GET' && path === '/control/ledger') return { status: 200, body: target.ledger() }
  if (method === 'DELETE' && path === '/control/faults') {
    target.faults.clear()
    return done
  }
  if (method === 'DELETE' && path === '/control/streams') {
    target.streams.clear()
    return done
  }
  if (method !== 'POST') return unknownCall(call)
  switch (path) {
    case '/control/book':
      return withBody(call, bookBody, ({ market, bids, asks }) => reported(target.setBook(market, bids, asks)))
    case '/control/trade':
      return withBody(call, tradeBody, ({ market, price, qty, buy_flag }) => {
        const result = target.trade(market, price, qty, buy_flag)
        return typeof result === 'string' ? reported(result) : ok({ traded_qty: result.tradedQty / ONE })
      })
    case '/control/block-trade':
      return withBody(call, tradeBody, ({ market, price, qty, buy_flag }) =>
        target.blockTrade === undefined
          ? reported('this exchange has no block trades')
          : reported(target.blockTrade(market, price, qty, buy_flag)),
      )
    case '/control/status':
      return withBody(call, statusBody, ({ market, status }) => reported(target.setStatus(market, status)))
    case '/control/resolve':
      return withBody(call, resolveBody, ({ market, outcome }) => reported(target.resolve(market, outcome)))
    case '/control/mode':
      return withBody(call, modeBody, ({ mode }) => reported(target.setMode(mode)))
    case '/control/wallet':
      return withBody(call, walletBody, ({ signature_type, cash, approved }) => {
        const made = target.newWallet?.({ signatureType: signature_type, cash, approved })
        return made === undefined ? reported('this exchange has no wallets') : ok(made)
      })
    case '/control/redeem':
      if (target.redeemAll === undefined) return reported('this exchange pays by itself')
      target.redeemAll()
      return done
    case '/control/relayer':
      return withBody(call, relayerBody, ({ state, times }) => {
        if (target.failRelays === undefined) return reported('this exchange has no relayer')
        target.failRelays(state, times)
        return done
      })
    case '/control/streams':
      return withBody(call, streamBody, (fault) => reported(disturb(target.streams, fault)))
    case '/control/switches':
      return withJson(call, (body) => reported(target.setSwitches(body)))
    case '/control/faults':
      return withBody(call, faultBody, (fault) => {
        target.faults.add({
          kind: fault.kind,
          method: fault.method?.toUpperCase() ?? null,
          path: fault.path,
          status: fault.status ?? null,
          body: fault.body,
          changes: { fields: fault.fields, values: fault.values },
          door: fault.door ?? null,
          delayMs: fault.delay_ms ?? 0,
          times: fault.times ?? null,
          probability: fault.probability ?? 1,
        })
        return done
      })
    default:
      return unknownCall(call)
  }
}

const ok = (body: unknown): HttpReply => ({ status: 200, body })

const done = ok({ ok: true })

const unknownCall = ({ method, path }: HttpCall): HttpReply => ({
  status: 404,
  body: { detail: `There is no ${method} ${path}. docs/simulators.md lists all calls.` },
})

const reported = (words: string | null): HttpReply =>
  words === null ? done : { status: isNoSuchMarket(words) ? 404 : 400, body: { detail: words } }

const withBody = <Schema extends v.GenericSchema>(
  call: HttpCall,
  schema: Schema,
  act: (body: v.InferOutput<Schema>) => HttpReply,
): HttpReply =>
  withJson(call, (body) => {
    const parsed = v.safeParse(schema, body)
    return parsed.success ? act(parsed.output) : reported(wordsOf(parsed.issues))
  })

const withJson = ({ body: text }: HttpCall, act: (body: unknown) => HttpReply): HttpReply => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return reported('The body is no JSON.')
  }
  return act(body)
}

const millionths = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((value) => Math.round(value * ONE)),
)
const levels = v.array(
  v.pipe(
    v.tuple([millionths, millionths]),
    v.transform(([price, qty]) => ({ price, qty })),
  ),
)
const market = v.string()
const bookBody = v.object({ market, bids: v.optional(levels, []), asks: v.optional(levels, []) })
const tradeBody = v.object({ market, price: millionths, qty: millionths, buy_flag: v.boolean() })
const statusBody = v.object({ market, status: v.picklist(['active', 'paused', 'closed']) })
const resolveBody = v.object({ market, outcome: v.picklist(['yes', 'no']) })
const modeBody = v.object({ mode: v.picklist(CONTROL_MODES) })
const walletBody = v.object({
  signature_type: v.optional(v.picklist([0, 1, 2, 3]), 3),
  cash: v.optional(millionths, 1_000),
  approved: v.optional(v.boolean(), false),
})
/** `PRECHECK_SKIPPED`: the relayer does not send it, because it sees no balance. */
const RELAY_ENDS = ['STATE_FAILED', 'STATE_INVALID', 'PRECHECK_SKIPPED'] as const
export type RelayEnd = (typeof RELAY_ENDS)[number]
const relayerBody = v.object({
  state: v.picklist(RELAY_ENDS),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 1),
})
const words = v.record(v.string(), v.string())
const faultBody = v.object({
  kind: v.picklist(FAULT_KINDS),
  method: v.nullish(v.string()),
  path: v.pipe(
    v.optional(v.string(), ''),
    v.check(isPattern, 'a regular expression'),
    v.transform((text) => new RegExp(text)),
  ),
  status: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  body: v.optional(v.unknown()),
  fields: v.optional(words, {}),
  values: v.optional(v.record(v.string(), words), {}),
  door: v.nullish(v.picklist(DOOR_ANSWERS)),
  delay_ms: v.nullish(v.pipe(v.number(), v.minValue(0))),
  times: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
  probability: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
})

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
