import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { readCredentials } from '#local/rehearse/read-credentials.ts'

const read = async (exchange: ExchangeName, text: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'rehearse-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const credentials = join(folder, 'key.json')
  await writeFile(credentials, text)
  return readCredentials({ exchange, credentials })
}

describe('the file with the credentials', () => {
  it('holds the body of PUT credentials, in which a field can be null', async () => {
    const body = { private_key: '0xab', signature_type: 0, funder_address: null }
    expect(await read('EXCHANGE_B', JSON.stringify(body))).toEqual({ private_key: '0xab', signature_type: '0' })
  })

  it('is refused with the names of the fields that it lacks', async () => {
    await expect(read('EXCHANGE_A', '{"credentials":{}}')).rejects.toThrow(/api_key_id, private_key.*missing or wrong/)
    await expect(read('EXCHANGE_A', '[1]')).rejects.toThrow(/no credentials of EXCHANGE_A/)
    await expect(read('EXCHANGE_B', '{"private_key":"0xab"}')).rejects.toThrow(/: signature_type is missing or wrong/)
  })

  it('is refused without a word of it when it is the key itself', async () => {
    for (const key of ['MIIEvQIBADANBgkqhkiG9w0', '0x0e4cbfb73bcefb8c9a35'])
      await expect(read('EXCHANGE_A', key)).rejects.toThrow(/key\.json is no JSON$/)
  })

  it('a missing file is reported by its name', async () => {
    await expect(readCredentials({ exchange: 'EXCHANGE_A', credentials: '/nowhere/key.json' })).rejects.toThrow(
      '/nowhere/key.json cannot be read (ENOENT)',
    )
  })
})
