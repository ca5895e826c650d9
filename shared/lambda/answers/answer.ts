/** HTTP answers in the form of API Gateway, and the error that carries an answer out of any depth of a frame. */

import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { docUrl } from '#contract/kernel/doc-url.ts'
import { unitHint } from '#contract/validation/unit-hint.ts'
import { type Loc, missingItem, sentenceItem, type ValidationItem } from '#contract/validation/validation-item.ts'
import type { Problem } from '#domain/kernel/problem.ts'

/** Body and headers of an answer. The body is JSON, a text, bytes, or null for no body. */
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

/** Answers a 422 as `HTTPValidationError`, and any other problem with a sentence as its `detail`. `inputAt` returns the sent value at a place. */
export const answerOfProblem = (problem: Problem, inputAt: (loc: Loc) => unknown = () => null): HttpAnswer => {
  const { status, code, detail, headers, loc = ['body'] } = problem
  if (status !== 422) return answerOf({ status, body: { detail, code }, ...(headers === undefined ? {} : { headers }) })
  if (code === 'missing') return answerOfInvalid([missingItem(loc, inputAt(loc.slice(0, -1)))])
  const input = inputAt(loc)
  return answerOfInvalid([
    code === 'value_error' ? sentenceItem(loc, detail, input) : { type: code, loc, msg: detail, input },
  ])
}

export const answerOfInvalid = (detail: readonly ValidationItem[]): HttpAnswer => {
  const hint = unitHint(detail)
  return answerOf({ status: 422, body: { detail, code: 'invalid_request', ...(hint !== null && { hint }) } })
}

/**
 * Adds the id of the request to a refusal, and the page about its code. `address`: see `addressOf`. The replay of any other answer stays as it was
 * stored.
 */
export const withReferences = (answer: HttpAnswer, requestId: string, address = ''): HttpAnswer => {
  const { statusCode = 200, body } = answer
  if (statusCode < 400 || body === undefined) return answer
  const said: Readonly<Record<string, unknown>> = JSON.parse(body)
  const references = { request_id: requestId, doc_url: docUrl(address, String(said['code'])) }
  return { ...answer, body: JSON.stringify({ ...said, ...references }) }
}
