/** Answers the repeat of a request that died with the object that the request had created, whatever would refuse it now. */

import { answerOf, type Reply } from '../answers/answer.ts'
import type { HttpRequest, HttpStep } from '../call.ts'
import { keepAnswer } from './claim-key.ts'
import { replay } from './recall-answer.ts'

/** `find` returns null if nothing was created. */
export const answerFromCreated = (
  secretFields: readonly string[],
  find: (request: HttpRequest) => Promise<Reply | null>,
): HttpStep => ({
  name: 'answer-from-created',
  before: async (request) => {
    if (request.internal.takenOver !== true) return
    const reply = await find(request)
    if (reply === null) return
    const { body = '' } = answerOf(reply)
    await keepAnswer(request, answerOf(reply), secretFields)
    throw replay(request, { status: reply.status, body })
  },
})
