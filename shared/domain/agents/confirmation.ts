/** A confirmation: the permission to carry out exactly one previewed request, once, within a minute. */

import { type Problem, problem } from '../kernel/problem.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import type { AgentSpend } from './agent-day.ts'
import type { PreparedRequest } from './prepared-request.ts'

export interface Confirmation {
  readonly confirmationId: string
  readonly userId: string
  /** Key of the preview. No other key may use the confirmation. */
  readonly keyId: string
  /** Tool that takes it. */
  readonly tool: string
  readonly request: PreparedRequest
  /** Cost that its first use reserves; null for a request that costs nothing. */
  readonly spend: AgentSpend | null
  readonly createdAt: Millis
  /** First use; null before it. */
  readonly usedAt: Millis | null
  /** 0 before it is stored. */
  readonly version: number
}

/** Time for a person or a rule to confirm. Prices of a preview are older than that afterwards. */
const HOLDS = 60 * SECOND

/** End of the time in which the request may be sent. */
export const holdsUntil = ({ createdAt }: Pick<Confirmation, 'createdAt'>): Millis => createdAt + HOLDS

/** `send`: the request may be sent. `recall`: the time is over after a first use, so only its result may be looked up. */
export type Use = 'send' | 'recall'

interface Attempt {
  readonly userId: string
  readonly keyId: string
  readonly tool: string
}

/** Decides what a tool may do with a confirmation, or why it may not. A stranger learns nothing from the refusal. */
export const useOf = (found: Confirmation | null, by: Attempt, now: Millis): Use | Problem => {
  if (found === null || found.userId !== by.userId || found.keyId !== by.keyId) return UNKNOWN
  if (found.tool !== by.tool)
    return problem(
      409,
      'confirmation_of_other_tool',
      `This confirmation is for the tool ${found.tool}. Nothing was carried out.`,
    )
  if (now < holdsUntil(found)) return 'send'
  return found.usedAt === null ? EXPIRED : 'recall'
}

/** Key under which every use sends the request, so that the service carries it out once. */
export const idempotencyKeyOf = ({ confirmationId }: Pick<Confirmation, 'confirmationId'>): string =>
  `mcp-${confirmationId}`

const UNKNOWN = problem(
  404,
  'confirmation_unknown',
  'This confirmation does not exist for this key. Nothing was carried out. Preview again, and send the confirmation unchanged.',
)

/** Refusal of a confirmation whose time is over, and that has carried out nothing. */
export const EXPIRED = problem(
  409,
  'confirmation_expired',
  'This confirmation was valid for 60 seconds. Nothing was carried out. Preview again.',
)

/** Refusal of a repeat while another call carries out the request. */
export const IN_FLIGHT = problem(
  409,
  'confirmation_in_flight',
  'Another call with this confirmation is being carried out. Nothing new was carried out. Call again with the same confirmation for its result.',
)

/** Refusal of a late repeat if the result of the first use is unknown. */
export const UNFINISHED = problem(
  409,
  'confirmation_unfinished',
  'This confirmation was used before, and its result is unknown. Nothing new was carried out. Read the orders before you preview again.',
)
