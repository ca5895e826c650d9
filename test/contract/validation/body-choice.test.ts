/** A body whose form depends on a word in the path: the credentials of each exchange. */

import { describe, expect, it } from 'vitest'
import { credentialsBody, credentialsPath, toSecrets } from '#contract/accounts/credentials-record.ts'
import { parseRequest } from './parse-request.ts'

const SUBACCOUNT = '0193a1b2-0000-7000-8000-00000000bbbb'
const put = (exchange: string, body: unknown) =>
  parseRequest(
    {
      path: { subaccount_id: SUBACCOUNT, exchange_name: exchange },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      receivedAt: 0,
    },
    { path: credentialsPath, body: credentialsBody, hideInput: true },
  )
const faults = (exchange: string, body: unknown) => {
  const reading = put(exchange, body)
  return reading.ok ? [] : reading.detail.map(({ type, loc, input }) => ({ type, at: loc.join('.'), input }))
}

describe('credentials', () => {
  it('credentials of EXCHANGE_A are a key id and a private key', () => {
    expect(put('EXCHANGE_A', { api_key_id: 'id', private_key: 'pem' })).toMatchObject({
      ok: true,
      value: { body: { api_key_id: 'id', private_key: 'pem' } },
    })
    expect(faults('EXCHANGE_A', { private_key: 'pem', signature_type: 0 })).toEqual([
      { type: 'missing', at: 'body.api_key_id', input: null },
      { type: 'extra_forbidden', at: 'body.signature_type', input: null },
    ])
  })

  it('credentials of EXCHANGE_B are a private key, a signature type and, for some, a funder', () => {
    const body = { private_key: '0x1', signature_type: '2', funder_address: '0x2' }
    expect(put('EXCHANGE_B', body)).toMatchObject({ ok: true, value: { body: { ...body, signature_type: 2 } } })
    expect(put('EXCHANGE_B', { private_key: '0x1', signature_type: 0 })).toMatchObject({ ok: true })
    expect(faults('EXCHANGE_B', { signature_type: 4 })).toEqual([
      { type: 'missing', at: 'body.private_key', input: null },
      { type: 'less_than_equal', at: 'body.signature_type', input: null },
    ])
  })

  it('credentials of an exchange that does not exist are not looked at', () => {
    expect(faults('EXCHANGE_C', {})).toEqual([{ type: 'enum', at: 'path.exchange_name', input: null }])
  })

  it('have no field of the other form, and never show its value', () => {
    expect(faults('EXCHANGE_B', { private_key: '0x1', signature_type: 1, api_key_id: 'id' })).toEqual([
      { type: 'extra_forbidden', at: 'body.api_key_id', input: null },
    ])
  })

  it('travel on as texts', () => {
    expect(toSecrets({ private_key: '0x1', signature_type: 2, funder_address: null })).toEqual({
      private_key: '0x1',
      signature_type: '2',
    })
  })
})
