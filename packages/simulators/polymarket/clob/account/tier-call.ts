/** GET /v1/user/rate-limit-tier (Polymarket reference, section 4.4; the shape of its answer is not confirmed). */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { type KeyedCall, ok } from '../../http/call.ts'

/** The tier of the signer. */
export const readTier = ({ world }: KeyedCall): HttpReply => ok({ tier: world.limits.tier })
