/** The local key service seals as KMS does, through the adapter that speaks to KMS. */

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KMSClient } from '@aws-sdk/client-kms'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { kmsVault } from '#adapters/aws/kms-vault.ts'
import { type LocalKms, startKms } from '#local/stack/aws/kms.ts'
import type { Vault } from '#ports/accounts/vault.ts'

const CONTEXT = { user: 'u', subaccount: 's', exchange: 'EXCHANGE_A' }
let folder = ''
let kms: LocalKms
let vault: Vault

const start = async (): Promise<void> => {
  kms = await startKms(join(folder, 'keys', 'kms.key'))
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  vault = kmsVault(kms.keyId, new KMSClient({ endpoint: kms.url, region: 'local', credentials, maxAttempts: 1 }))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kms-'))
  await start()
})
afterEach(async () => {
  await kms.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('opens what it sealed, also after a restart, and never shows it', async () => {
  const sealed = await vault.seal('a private key – ключ', CONTEXT)
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('private')
  await kms.stop()
  await start()
  expect(await vault.open(sealed, CONTEXT)).toBe('a private key – ключ')
})

it('seals the same text differently each time', async () => {
  expect(await vault.seal('same', CONTEXT)).not.toBe(await vault.seal('same', CONTEXT))
})

it('opens under no other context', async () => {
  const sealed = await vault.seal('secret', CONTEXT)
  for (const other of [
    { ...CONTEXT, user: 'v' },
    { ...CONTEXT, subaccount: 't' },
    { ...CONTEXT, exchange: 'EXCHANGE_B' },
  ])
    await expect(vault.open(sealed, other)).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
})

it('opens nothing that was changed', async () => {
  const sealed = Buffer.from(await vault.seal('secret', CONTEXT), 'base64')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  await expect(vault.open(sealed.toString('base64'), CONTEXT)).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
  })
})

it('takes 4,096 bytes and no more, as KMS does', async () => {
  expect(await vault.open(await vault.seal('x'.repeat(4_096), CONTEXT), CONTEXT)).toHaveLength(4_096)
  await expect(vault.seal('x'.repeat(4_097), CONTEXT)).rejects.toMatchObject({ name: 'ValidationException' })
})

it('keeps its key readable by its owner alone', () => {
  expect(statSync(join(folder, 'keys', 'kms.key')).mode & 0o777).toBe(0o600)
})

it('answers only who knows its secret path', async () => {
  const ask = (url: string) =>
    fetch(url, { method: 'POST', headers: { 'x-amz-target': 'TrentService.Encrypt' }, body: '{"Plaintext":"YQ=="}' })
  const { origin } = new URL(kms.url)
  for (const url of [origin, `${origin}/`, `${origin}/${'0'.repeat(32)}`]) expect((await ask(url)).status).toBe(403)
  expect((await ask(kms.url)).status).toBe(200)
})

it('a damaged key file fails the start', async () => {
  const file = join(folder, 'kms.key')
  for (const text of ['', 'no key', 'ab'.repeat(31)]) {
    writeFileSync(file, text)
    await expect(startKms(file), text).rejects.toThrow(`${file} is damaged`)
  }
})
