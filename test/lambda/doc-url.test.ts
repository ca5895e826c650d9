/** `doc_url` of a refusal: the page about its code, at the address that the caller has used. */

import { describe, expect, it } from 'vitest'
import { problem } from '#domain/kernel/problem.ts'
import { addressOf } from '#lambda/address-of.ts'
import { answerOfProblem, withReferences } from '#lambda/answers/answer.ts'

describe('the address of the service', () => {
  it.each([
    [
      'AWS',
      { host: 'abc.execute-api.eu-central-1.amazonaws.com', 'x-forwarded-proto': 'https' },
      'https://abc.execute-api.eu-central-1.amazonaws.com',
    ],
    ['the local service', { host: '127.0.0.1:8787' }, 'http://127.0.0.1:8787'],
    ['SAM', { host: 'localhost:3000', 'x-forwarded-proto': 'http' }, 'http://localhost:3000'],
    ['IPv6', { host: '[::1]:8787' }, 'http://[::1]:8787'],
    ['several proxies', { host: 'trade.example.com', 'x-forwarded-proto': 'https, http' }, 'https://trade.example.com'],
    ['no host', {}, ''],
    ['a host that is none', { host: 'evil"><script>' }, ''],
    ['a host with a path', { host: 'example.com/elsewhere#' }, ''],
    ['a host with a user', { host: 'me@example.com' }, ''],
    ['another scheme', { host: 'example.com', 'x-forwarded-proto': 'javascript' }, 'http://example.com'],
  ])('of %s', (_, headers, address) => {
    expect(addressOf(headers)).toBe(address)
  })
})

describe('a refusal', () => {
  const bodyOf = (status: 409 | 422, code: string) =>
    JSON.parse(withReferences(answerOfProblem(problem(status, code, 'No.')), 'r1', 'https://example.com').body ?? '')

  it('has the page about its code', () => {
    expect(bodyOf(409, 'conflict')).toEqual({
      detail: 'No.',
      code: 'conflict',
      request_id: 'r1',
      doc_url: 'https://example.com/v1/docs?page=errors#conflict',
    })
  })

  it('of a fault has it beside the list of faults, whose shape stays', () => {
    expect(bodyOf(422, 'value_error')).toEqual({
      detail: [{ type: 'value_error', loc: ['body'], msg: 'Value error, No.', input: null, ctx: { error: {} } }],
      code: 'invalid_request',
      request_id: 'r1',
      doc_url: 'https://example.com/v1/docs?page=errors#invalid_request',
    })
  })

  it('is the only answer that is changed', () => {
    const answer = { statusCode: 200, body: '{"code":"ours"}' }
    expect(withReferences(answer, 'r1')).toBe(answer)
  })
})
