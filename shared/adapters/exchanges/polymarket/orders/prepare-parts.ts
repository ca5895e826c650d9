/** Decides all parts of a send: tokens, amounts and ids. */

import type { Preparation } from '#domain/orders/send/send-outcome.ts'
import { writePayload } from './part-payload.ts'
import { planParts } from './plan-parts.ts'

export const prepareParts = async (...given: Parameters<typeof planParts>): Promise<Preparation> => {
  const plan = await planParts(...given)
  if (plan.kind !== 'planned') return plan
  const { context, owner, parts, inTheWay, sends, offeredBeside, holdsBackMs } = plan
  const { payload, hashes } = writePayload(context, owner, parts, inTheWay)
  const sent = { identity: hashes.join('+'), payload, exchangeOrderIds: hashes, parts: sends }
  return { kind: 'ready', ...sent, offeredBeside, holdsBackMs }
}
