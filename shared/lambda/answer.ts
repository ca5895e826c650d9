/** HTTP answers in the form API Gateway takes, and the error that carries one out of any depth of a frame. */

import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type Loc, missingItem, sentenceItem, type ValidationItem } from '#contract/validation/validation-item.ts'
import type { Problem } from '#domain/kernel/problem.ts'

/** JSON, or a text or bytes as they are; a null body sends none. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type HttpAnswer = APIGatewayProxyStructuredResultV2

/** Ends the request with this answer. */
export class Refused extends Error {
  readonly answer: HttpAnswer
  constructor(answer: HttpAnswer) {
    super(`refused with ${answer.statusCode}`)
    this.name = 'Refused'
    this.answer = answer
  }
}

export const answerOf = (reply: Reply): HttpAnswer => {
  if (reply.body === null) return { statusCode: reply.status, headers: { ...reply.headers } }
  if (reply.body instanceof Uint8Array) {
    const body = Buffer.from(reply.body).toString('base64')
    return { statusCode: reply.status, headers: { ...reply.headers }, body, isBase64Encoded: true }
  }
  const text = typeof reply.body === 'string'
  const headers = { 'content-type': text ? 'text/plain' : 'application/json', ...reply.headers }
  return { statusCode: reply.status, headers, body: text ? String(reply.body) : JSON.stringify(reply.body) }
}

/** A 422 is always `HTTPValidationError`; every other problem has a sentence as its `detail`. `inputAt` tells what was sent at a place. */
export const answerOfProblem = (problem: Problem, inputAt: (loc: Loc) => unknown = () => null): HttpAnswer => {
  const { status, code, detail, headers, loc = ['body'] } = problem
  if (status !== 422) return answerOf({ status, body: { detail, code }, ...(headers === undefined ? {} : { headers }) })
  if (code === 'missing') return answerOfInvalid([missingItem(loc, inputAt(loc.slice(0, -1)))])
  const input = inputAt(loc)
  return answerOfInvalid([
    code === 'value_error' ? sentenceItem(loc, detail, input) : { type: code, loc, msg: detail, input },
  ])
}

export const answerOfInvalid = (detail: readonly ValidationItem[]): HttpAnswer =>
  answerOf({ status: 422, body: { detail, code: 'invalid_request' } })

/** Each refusal names the request that it answers. A replay of an answer that was no refusal stays as it was kept. */
export const withRequestId = (answer: HttpAnswer, requestId: string): HttpAnswer => {
  const { statusCode = 200, body } = answer
  if (statusCode < 400 || body === undefined) return answer
  return { ...answer, body: JSON.stringify({ ...JSON.parse(body), request_id: requestId }) }
}
