/** The exchange's answer to an order, an amend or a cancel, as a sentence. */

import type { AmendOutcome, CancelOutcome, Preparation, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'

export const inWords = (outcome: Preparation | SubmitOutcome | CancelOutcome | AmendOutcome): string => {
  switch (outcome.kind) {
    case 'rejected':
    case 'refused':
      return `Refused (${outcome.code}): ${outcome.reason}`
    case 'killed':
      return `Ended at once: ${outcome.reason}`
    case 'later':
      return `Not taken now: ${outcome.reason}`
    case 'unknown':
      return `No answer tells whether it was done: ${outcome.error}.`
    case 'gone':
      return 'The exchange says that it is not on the book.'
    case 'duplicate':
      return 'The exchange says that it has it already.'
    default:
      return `Unexpected: ${outcome.kind}.`
  }
}
