/** The code of a sign-in link: worth the key once, and only where it is right. */

import { describe, expect, it } from 'vitest'
import { oneTimeSignIn } from '#local/stack/gateway/one-time-sign-in.ts'

describe('a link that signs in', () => {
  const { fragment, route } = oneTimeSignIn('the key')
  const code = fragment().replace('#sign-in=', '')
  const exchange = (body: string) => route.invoke({ body })

  it('gives nothing for another or an invalid code', async () => {
    for (const body of [
      JSON.stringify({ code: 'x'.repeat(code.length) }),
      JSON.stringify({ code: '' }),
      '{',
      '',
      'null',
    ])
      expect(await exchange(body)).toMatchObject({ statusCode: 403 })
  })

  it('gives the key once', async () => {
    expect(await exchange(JSON.stringify({ code }))).toMatchObject({ statusCode: 200, body: '{"api_key":"the key"}' })
    expect(await exchange(JSON.stringify({ code }))).toMatchObject({ statusCode: 410 })
  })

  it('leaves the other link what it is worth', async () => {
    const other = fragment().replace('#sign-in=', '')
    expect(other).not.toBe(code)
    expect(await exchange(JSON.stringify({ code: other }))).toMatchObject({ statusCode: 200 })
  })
})
