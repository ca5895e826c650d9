import { Hash } from '@smithy/core/serde'
import { expect, it } from 'vitest'
import { Sha256 } from '#adapters/aws/sha256.ts'

const hexOf = async (hash: { update(text: string): void; digest(): Promise<Uint8Array> }, text: string) => {
  hash.update(text)
  return Buffer.from(await hash.digest()).toString('hex')
}

it('hashes as the SDK does for each key, whichever key came before', async () => {
  const derived = new Uint8Array([1, 2, 3])
  const partOfMore = new Uint8Array(Buffer.from([9, 9, 4, 5, 6, 9]).subarray(2, 5))
  for (const secret of [undefined, 'one', 'two', 'one', derived, partOfMore, derived, new Uint8Array([1, 2, 3])])
    for (const text of ['', 'text', 'ü'.repeat(1_000)])
      expect(await hexOf(new Sha256(secret), text), `key ${secret}`).toBe(await hexOf(new Hash('sha256', secret), text))
})
