/** Identifiers that look random and are not: the same event always has the same ones. */

import { createHash } from 'node:crypto'
import { remembered } from '../../engine/remembered.ts'

export interface MarketIds {
  readonly conditionId: string
  readonly questionId: string
  readonly tokens: readonly [string, string]
  /** The Protocol V2 ids of the market. */
  readonly mirror: readonly [string, string]
}

export const idsOf = (eventSlug: string, index: number, version: 'v1' | 'v2', negRisk: boolean): MarketIds =>
  known(`${eventSlug} ${index} ${version} ${negRisk}`, () => made(eventSlug, index, version, negRisk))

const known = remembered<MarketIds>(5_000)

const made = (eventSlug: string, index: number, version: 'v1' | 'v2', negRisk: boolean): MarketIds => {
  const digest = (part: string): string => createHash('sha256').update(`${eventSlug}:${part}`).digest('hex')
  const questionId = `0x${digest(`question:${index}`)}`
  const condition31 = conditionOfV2(digest('event').slice(0, 32), index, negRisk)
  const mirror = [positionId(condition31, 0), positionId(condition31, 1)] as const
  if (version === 'v2') return { conditionId: `0x${condition31}00`, questionId, tokens: mirror, mirror }
  const token = (outcome: number): string => BigInt(`0x${digest(`token:${index}:${outcome}`)}`).toString()
  return { conditionId: `0x${digest(`condition:${index}`)}`, questionId, tokens: [token(0), token(1)], mirror }
}

/** Module, base hash, arity, reserved, resolution chain, condition index (Polymarket reference, section 1). */
const conditionOfV2 = (baseHash: string, index: number, negRisk: boolean): string => {
  const module = negRisk ? MODULES.negRisk : MODULES.binary
  return hex(module, 1) + baseHash + hex(2, 2) + hex(0, 8) + hex(POLYGON, 2) + hex(index, 2)
}

const positionId = (condition31: string, outcome: number): string =>
  ((BigInt(`0x${condition31}`) << 8n) | BigInt(outcome)).toString()

const hex = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0')

const MODULES = { binary: 1, negRisk: 2 } as const
const POLYGON = 137
