/** Rows of the tables of a stage, as its statements return them. */

import * as v from 'valibot'
import type { ListingProgress } from '#ports/markets/catalogue.ts'

export type MarketRow = v.InferOutput<typeof MARKET_ROW>
export const MARKET_ROW = v.object({
  id: v.number(),
  svc_id: v.number(),
  volume: v.number(),
  closed_at: v.nullable(v.number()),
  walk: v.number(),
  pack: v.nullable(v.number()),
  slot: v.nullable(v.number()),
})
export const MARKET_ROWS = v.array(MARKET_ROW)
export const PLACE = v.pick(MARKET_ROW, ['id', 'pack', 'slot'])
export const SVC_IDS = v.array(v.object({ svc_id: v.number() }))

const whole = v.number()
export const PROGRESS: v.GenericSchema<unknown, ListingProgress> = v.object({
  changesUntil: v.nullable(whole),
  walk: whole,
  walking: v.nullable(v.object({ beganAt: whole, cursor: v.nullable(v.string()), hasFailed: v.boolean() })),
  walkedAt: v.nullable(whole),
  namedAt: v.nullable(whole),
})
