/** The parts of the reference page: it may load from and call this service alone. */

import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Context } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { problem } from '#domain/kernel/problem.ts'
import { handler as getDocs } from '#functions/api/service/get-docs.ts'
import { handler as getDocsScript } from '#functions/api/service/get-docs-script.ts'
import { SCALAR_VERSION } from '#functions/api/service/reference/scalar-version.ts'
import { bareFrame } from '#functions/bare-frame.ts'
import type { Endpoint, EndpointHandler } from '#lambda/endpoint.ts'
import { httpEvent } from '#local/stack/gateway/http-event.ts'

describe('the reference page', () => {
  const open = () => ({ ...bareFrame(), refusal: async () => null })
  const docs = Object.assign(getDocs.on(open), { spec: getDocs.spec })
  const script = Object.assign(getDocsScript.on(open), { spec: getDocsScript.spec })

  const ask = (handler: EndpointHandler & Pick<Endpoint, 'spec'>, url = handler.spec.path) => {
    const { method, path } = handler.spec
    const request = { method, url, headers: {}, body: Buffer.alloc(0), requestId: 'story', at: 0 }
    return handler(httpEvent(request, { method, path }, {}), { getRemainingTimeInMillis: () => 10_000 } as Context)
  }

  it('may load from and call this service alone', async () => {
    const { headers = {}, body = '' } = await ask(docs)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'( 'sha256-[^']+'){2};.*connect-src 'self';/,
    )
    expect(body.match(/https?:[/][/]/g)).toBeNull()
  })

  it('names a script that is served at the named address', async () => {
    const { body = '' } = await ask(docs)
    const [, address = ''] = body.match(/<script src="([^"]+)"/) ?? []
    expect(address).toContain(SCALAR_VERSION)
    expect((await ask(script, address)).statusCode).toBe(200)
  })

  it('loads its script once, and the script fits into a Lambda answer', async () => {
    const { headers = {}, body = '', isBase64Encoded } = await ask(script)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': expect.stringContaining('immutable') })
    expect(isBase64Encoded).toBe(true)
    expect(body.length).toBeLessThan(3_000_000)
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toContain(SCALAR_VERSION)
  })

  it('has a page of errors, whose only style is its own', async () => {
    const { headers = {}, body = '' } = await ask(docs, '/v1/docs?page=errors')
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    expect(body).toContain('<section id="risk_limit">')
    expect((await ask(docs, '/v1/docs?page=other')).statusCode).toBe(422)
  })

  it('halts its page of errors with all pages for strangers', async () => {
    const halted = getDocs.on(() => ({
      ...bareFrame(),
      refusal: async () => problem(503, 'strangers_halted', 'Later.'),
    }))
    const answer = await ask(Object.assign(halted, { spec: getDocs.spec }), '/v1/docs?page=errors')
    expect(answer.statusCode).toBe(503)
  })

  it('is a 404 if the setting switches it off, but for the page of errors', async () => {
    process.env['REFERENCE_PAGE'] = 'off'
    try {
      expect((await ask(docs, '/v1/docs?page=errors')).statusCode).toBe(200)
      expect((await ask(docs)).statusCode).toBe(404)
      expect((await ask(script)).statusCode).toBe(404)
    } finally {
      delete process.env['REFERENCE_PAGE']
    }
  })
})
