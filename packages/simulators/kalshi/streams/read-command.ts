/** Commands of a client, as far as their types go; what they ask for is checked one by one. */

import * as v from 'valibot'
import { StreamRefusal } from './stream-error.ts'

const text = v.optional(v.string())
const texts = v.optional(v.array(v.string()))
const flag = v.optional(v.boolean())
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

const Params = v.object({
  channels: texts,
  market_ticker: text,
  market_tickers: texts,
  market_id: text,
  market_ids: texts,
  sid: v.optional(whole),
  sids: v.optional(v.array(whole)),
  action: text,
  use_yes_price: flag,
  send_initial_snapshot: flag,
  skip_ticker_ack: flag,
})

const Command = v.object({ id: v.optional(whole, 0), cmd: v.optional(v.string(), ''), params: v.optional(Params) })

export type CommandParams = v.InferOutput<typeof Params>
export type Command = v.InferOutput<typeof Command>

/** Throws the error 1 for text that is no JSON, or has values of other types. */
export const readCommand = (frame: string): Command => {
  const parsed = v.safeParse(Command, jsonIn(frame))
  if (!parsed.success) throw new StreamRefusal(1)
  return parsed.output
}

/** The markets a command names; null when it names none. */
export const tickersOf = ({ market_ticker, market_tickers }: CommandParams): string[] | null => {
  if (market_ticker !== undefined && market_tickers !== undefined) throw new StreamRefusal(11)
  const named = market_tickers ?? (market_ticker === undefined ? [] : [market_ticker])
  return named.length === 0 ? null : [...new Set(named)]
}

/** The one subscription that a change names. */
export const oneSidOf = ({ sid, sids }: CommandParams): number => {
  if (sid !== undefined && sids !== undefined) throw new StreamRefusal(12)
  const named = sids ?? (sid === undefined ? [] : [sid])
  const [one] = named
  if (one === undefined) throw new StreamRefusal(sids === undefined ? 4 : 12)
  if (named.length > 1) throw new StreamRefusal(12)
  return one
}

const jsonIn = (frame: string): unknown => {
  try {
    return JSON.parse(frame)
  } catch {
    return undefined
  }
}
