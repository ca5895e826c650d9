/** Service address and key of the command line. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectionOf } from '#client/cli/service/connection.ts'

const dir = mkdtempSync(join(tmpdir(), 'connection-'))
writeFileSync(
  join(dir, 'dev.json'),
  JSON.stringify({ base_url: 'http://127.0.0.1:8787', api_key: 'local-key', subaccount_id: 'local-subaccount' }),
)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const NOWHERE = { LOCAL_DIR: join(dir, 'nowhere') }
const HERE = { LOCAL_DIR: dir }

describe('the command line', () => {
  it('uses the service on this machine by default', () => {
    const local = { baseUrl: 'http://127.0.0.1:8787', apiKey: 'local-key', subaccountId: 'local-subaccount' }
    expect(connectionOf({}, HERE)).toEqual(local)
    expect(connectionOf({ subaccount: 'mine' }, HERE)).toEqual({ ...local, subaccountId: 'mine' })
  })

  it('prefers typed values to the environment', () => {
    const environment = { ...HERE, TRADING_URL: 'https://there', TRADING_KEY: 'k1', TRADING_SUBACCOUNT: 's1' }
    expect(connectionOf({}, environment)).toEqual({ baseUrl: 'https://there', apiKey: 'k1', subaccountId: 's1' })
    expect(connectionOf({ key: 'k2' }, environment)).toMatchObject({ baseUrl: 'https://there', apiKey: 'k2' })
  })

  it('sends the key of the local service to no other', () => {
    expect(() => connectionOf({ url: 'https://there' }, HERE)).toThrow('There is no key for https://there')
  })

  it('says of an address and of a key that are none that they are', () => {
    for (const url of ['localhost:8787', 'ftp://there', 'there'])
      expect(() => connectionOf({ url, key: 'k' }, NOWHERE), url).toThrow('--url must be an address')
    expect(() => connectionOf({ url: 'http://there', key: 'ключ' }, NOWHERE)).toThrow('--key is no key')
  })

  it('takes what a killed service has half written for none', () => {
    const half = mkdtempSync(join(tmpdir(), 'connection-'))
    onTestFinished(() => rmSync(half, { recursive: true }))
    writeFileSync(join(half, 'dev.json'), '{ "base_url": "http')
    expect(() => connectionOf({}, { LOCAL_DIR: half })).toThrow('npm start')
  })

  it('says what to do when there is none', () => {
    expect(() => connectionOf({}, NOWHERE)).toThrow('npm start')
  })
})
