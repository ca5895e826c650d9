import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, newSecret, parseApiKey } from '#domain/accounts/api-key-secret.ts'

const KEY_ID = '01a1fd00-0000-7000-8000-000000000000'

describe('the text of an API key', () => {
  it('is parsed, and its secret matches the stored hash, and no other', () => {
    const one = newSecret(KEY_ID, randomBytes)
    const other = newSecret(KEY_ID, randomBytes)
    expect(parseApiKey(one.text)?.keyId).toBe(KEY_ID)
    expect(matches(parseApiKey(one.text)?.secret ?? '', one.hash)).toBe(true)
    expect(matches(parseApiKey(other.text)?.secret ?? '', one.hash)).toBe(false)
  })

  it('reveals a typo: a key with one other letter is refused without a read', () => {
    const { text } = newSecret(KEY_ID, randomBytes)
    const letter = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.integer({ min: 4, max: text.length - 1 }), letter, (place, typed) => {
        fc.pre(text[place] !== typed && text[place] !== '_' && text[place] !== '-')
        expect(parseApiKey(text.slice(0, place) + typed + text.slice(place + 1))).toBeNull()
      }),
    )
  })

  it('from before checksums is read unchanged', () => {
    const secret = '0123456789012345678901234567890123456789012'
    expect(parseApiKey(`pmt_${KEY_ID}_${secret}`)).toEqual({ keyId: KEY_ID, secret })
  })
})
