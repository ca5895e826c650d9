/** A link to the console that signs in once: its code is exchanged for the key, and is worth nothing after that. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import type { GatewayRoute } from './gateway.ts'

export interface OneTimeSignIn {
  /** What the address of the console ends with. */
  readonly fragment: string
  /** Where the page exchanges the code. It exists on this machine only. */
  readonly route: GatewayRoute
}

const Body = v.object({ code: v.string() })

export const oneTimeSignIn = (apiKey: string): OneTimeSignIn => {
  const code = randomBytes(24).toString('base64url')
  let isUsed = false
  const invoke = async (event: unknown) => {
    const { body = '' } = event as APIGatewayProxyEventV2
    const given = v.safeParse(Body, parsed(body))
    if (!given.success || !isEqual(given.output.code, code))
      return answer(403, { detail: 'This link is not of this run.' })
    if (isUsed) return answer(410, { detail: 'This link has been used. Take the key from the terminal.' })
    isUsed = true
    return answer(200, { api_key: apiKey })
  }
  return { fragment: `#sign-in=${code}`, route: { method: 'POST', path: '/v1/console/sign-in', invoke } }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isEqual = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})
