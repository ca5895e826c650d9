/** Links to the pages of this service that sign in once: the code of each is exchanged for the key, and is worth nothing after that. */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import type { GatewayRoute } from './gateway.ts'

export interface OneTimeSignIn {
  /** End of the address of a page: another text, with a code of its own, each time. */
  fragment(): string
  /** Endpoint at which a page exchanges its code. It exists on this machine only. */
  readonly route: GatewayRoute
}

const Body = v.object({ code: v.string() })

export const oneTimeSignIn = (apiKey: string): OneTimeSignIn => {
  const codes: { readonly code: string; isUsed: boolean }[] = []
  const invoke = async (event: unknown) => {
    const { body = '' } = event as APIGatewayProxyEventV2
    const given = v.safeParse(Body, parsed(body))
    const link = given.success ? codes.find(({ code }) => isEqual(given.output.code, code)) : undefined
    if (link === undefined) return answer(403, { detail: 'This link is not of this run.' })
    if (link.isUsed) return answer(410, { detail: 'This link has been used. Take the key from the terminal.' })
    link.isUsed = true
    return answer(200, { api_key: apiKey })
  }
  const fragment = () => {
    const code = randomBytes(24).toString('base64url')
    codes.push({ code, isUsed: false })
    return `#sign-in=${code}`
  }
  return { fragment, route: { method: 'POST', path: '/v1/console/sign-in', invoke } }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isEqual = (given: string, requested: string): boolean =>
  given.length === requested.length && timingSafeEqual(Buffer.from(given), Buffer.from(requested))

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})
