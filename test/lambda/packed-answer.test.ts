/** A compressed answer: never more of what a function may hand over than its text, and never compressed twice. */

import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packedAnswer } from '#lambda/answers/packed-answer.ts'

const BOTH = { 'accept-encoding': 'gzip, br' }

const handedOver = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

it.each([
  ['text that cannot be compressed', JSON.stringify(randomBytes(3_000_000).toString('base64'))],
  [
    'five megabytes of records',
    JSON.stringify(Array(50_000).fill({ name: 'Ohio "Senate"', svc_id: 3405691582123456 })),
  ],
  ['quotes alone', JSON.stringify('"'.repeat(2_000_000))],
  ['letters of many bytes', JSON.stringify('Ω€🂡'.repeat(300_000))],
])('%s never takes more than as text', async (_what, body) => {
  const plain = { statusCode: 200, headers: { 'content-type': 'application/json' }, body }
  const packed = await packedAnswer(plain, BOTH, false)
  expect(handedOver(packed)).toBeLessThanOrEqual(handedOver(plain) + 100)
})

it('bytes and compressed answers stay as they are', async () => {
  const file = { statusCode: 200, headers: {}, body: 'A'.repeat(4_000), isBase64Encoded: true }
  expect(await packedAnswer(file, BOTH, false)).toBe(file)
})

it('an answer that differs by origin differs by encoding too', async () => {
  const answer = { statusCode: 200, headers: { vary: 'origin' }, body: 'a'.repeat(2_000) }
  const packed = await packedAnswer(answer, { 'accept-encoding': 'gzip' }, true)
  expect(packed.headers).toMatchObject({ vary: 'origin, accept-encoding', 'content-encoding': 'gzip' })
  expect(gunzipSync(Buffer.from(packed.body ?? '', 'base64')).toString()).toBe(answer.body)
  const held = { 'if-none-match': String(packed.headers?.['etag']) }
  expect(await packedAnswer(answer, held, true)).toMatchObject({
    statusCode: 304,
    headers: { vary: 'origin, accept-encoding' },
  })
})

it.each([201, 202, 404, 503])('an answer with status %s has no tag', async (statusCode) => {
  const answer = { statusCode, headers: {}, body: '{}' }
  expect(await packedAnswer(answer, { 'if-none-match': '*' }, true)).toEqual(answer)
})
