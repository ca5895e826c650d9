/** A custom asset: a named basket of markets that belongs to a subaccount and is traded as one. */

import type { Millis } from '../kernel/time.ts'
import type { Allocation } from './plan/plan.ts'

export interface CustomAsset {
  readonly customAssetId: string
  readonly userId: string
  readonly subaccountId: string
  readonly name: string
  readonly description: string | null
  readonly allocation: Allocation
  /** The markets it holds, each once, in the order they were added. */
  readonly svcIds: readonly number[]
  readonly insertedAt: Millis
  readonly updatedAt: Millis
  readonly version: number
}

/** How many markets a custom asset holds at most. */
export const MOST_MEMBERS = 100

/** The members with others added at the end; one that is there already stays where it is. */
export const withMembers = (svcIds: readonly number[], added: readonly number[]): readonly number[] => [
  ...new Set([...svcIds, ...added]),
]

/** The members without these. */
export const withoutMembers = (svcIds: readonly number[], removed: readonly number[]): readonly number[] =>
  svcIds.filter((svcId) => !removed.includes(svcId))
