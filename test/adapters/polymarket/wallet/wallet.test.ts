import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GivenWallet, readWallet, type Wallet } from '#adapters/exchanges/polymarket/wallet/wallet.ts'
import { rounds } from '#test/support/run/plays.ts'

/** A key of public development accounts. */
const DIGITS = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const KEY = `0x${DIGITS}` as const
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FUNDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The order of the curve's group: the first number that is no key any more. */
const CURVE_ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

const walletOf = (given: GivenWallet): Wallet => {
  const reading = readWallet(given)
  if (reading.kind === 'invalid') throw new Error(`${reading.field}: ${reading.reason}`)
  return reading.wallet
}
const ownWallet = (given: GivenWallet): Wallet => walletOf({ private_key: KEY, signature_type: '0', ...given })

describe('a wallet', () => {
  it('a wallet of type 0 pays and signs for itself', () => {
    const own = { privateKey: KEY, address: ADDRESS, signatureType: 0, funder: ADDRESS, signer: ADDRESS }
    expect(walletOf({ private_key: KEY, signature_type: '0' })).toEqual(own)
    expect(ownWallet({ funder_address: ADDRESS })).toEqual(own)
    expect(ownWallet({ funder_address: ADDRESS.toLowerCase() })).toEqual(own)
    expect(ownWallet({ funder_address: '  ' })).toEqual(own)
  })

  it.each([1, 2] as const)('a wallet of type %i pays from the funder, while the key’s own address signs', (type) => {
    expect(walletOf({ private_key: KEY, signature_type: `${type}`, funder_address: FUNDER })).toEqual({
      privateKey: KEY,
      address: ADDRESS,
      signatureType: type,
      funder: FUNDER,
      signer: ADDRESS,
    })
  })

  it('a wallet of type 3 is maker and signer, while API credentials belong to the key’s own address', () => {
    expect(walletOf({ private_key: KEY, signature_type: '3', funder_address: FUNDER })).toEqual({
      privateKey: KEY,
      address: ADDRESS,
      signatureType: 3,
      funder: FUNDER,
      signer: FUNDER,
    })
  })

  it.each([
    ['without 0x', DIGITS],
    ['in upper case', DIGITS.toUpperCase()],
    ['with 0X', `0X${DIGITS}`],
    ['with space around it', `\n ${KEY}\t`],
  ])('is read from a key as people paste it: %s', (_, key) => {
    expect(ownWallet({ private_key: key })).toEqual(ownWallet({}))
  })

  it('is read from the first and the last key of the curve', () => {
    expect(ownWallet({ private_key: `${'0'.repeat(63)}1` }).address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    expect(ownWallet({ private_key: CURVE_ORDER.replace(/41$/, '40') }).signatureType).toBe(0)
  })

  it.each([FUNDER.toLowerCase(), `0x${FUNDER.slice(2).toUpperCase()}`, ` ${FUNDER} `])(
    'has its funder written with the checksum, however %s was given',
    (funder) => {
      expect(walletOf({ private_key: KEY, signature_type: '2', funder_address: funder }).funder).toBe(FUNDER)
    },
  )
})

describe('an invalid wallet', () => {
  it.each<[string, GivenWallet, RegExp]>([
    ['no key', { private_key: undefined }, /missing/],
    ['an empty key', { private_key: '  ' }, /missing/],
    ['a short key', { private_key: KEY.slice(0, -1) }, /64 hexadecimal digits/],
    ['a long key', { private_key: `${KEY}0` }, /64 hexadecimal digits/],
    ['other letters', { private_key: KEY.replace('a', 'g') }, /64 hexadecimal digits/],
    ['an address for a key', { private_key: ADDRESS }, /64 hexadecimal digits/],
    ['words', { private_key: 'test test test test test test test test test test test junk' }, /64 hexadecimal digits/],
    ['a key of 0', { private_key: '0'.repeat(64) }, /outside the range/],
    ['the order of the curve', { private_key: CURVE_ORDER }, /outside the range/],
    ['the largest number', { private_key: 'f'.repeat(64) }, /outside the range/],
  ])('is refused at the private key: %s', (_, given, words) => {
    expect(readWallet({ signature_type: '0', ...given })).toEqual({
      kind: 'invalid',
      field: 'private_key',
      reason: expect.stringMatching(words),
    })
  })

  it.each([undefined, '', '4', '-1', '00', '1.0', 'EOA', 'toString'])(
    'is refused at the signature type: %s',
    (type) => {
      expect(readWallet({ private_key: KEY, signature_type: type, funder_address: FUNDER })).toEqual({
        kind: 'invalid',
        field: 'signature_type',
        reason: expect.stringMatching(/0 .*1 .*2 .*3 /),
      })
    },
  )

  it.each<[string, string, string | undefined, RegExp]>([
    ['none for a proxy wallet', '1', undefined, /type 1 needs/],
    ['none for a Safe', '2', '', /type 2 needs/],
    ['none for a deposit wallet', '3', ' ', /type 3 needs/],
    ['the key’s own address for a proxy wallet', '1', ADDRESS, /key’s own address/],
    ['the key’s own address for a deposit wallet', '3', ADDRESS.toLowerCase(), /key’s own address/],
    ['another address for the key’s own wallet', '0', FUNDER, /leave the address out/],
    ['a wrong checksum', '2', FUNDER.replace('C8', 'c8'), /checksum/],
    ['a wrong digit', '2', FUNDER.replace('0x7', '0x8'), /checksum/],
    ['no 0x', '2', FUNDER.slice(2), /0x and 40/],
    ['a short one', '2', FUNDER.slice(0, -1), /0x and 40/],
    ['a long one', '2', `${FUNDER}0`, /0x and 40/],
    ['a name', '2', 'vitalik.eth', /0x and 40/],
    ['the key', '2', KEY, /0x and 40/],
    ['the zero address', '2', `0x${'0'.repeat(40)}`, /zero address/],
  ])('is refused at the funder: %s', (_, type, funder, words) => {
    expect(readWallet({ private_key: KEY, signature_type: type, funder_address: funder })).toEqual({
      kind: 'invalid',
      field: 'funder_address',
      reason: expect.stringMatching(words),
    })
  })

  it('is refused without a word of its input, for any input', () => {
    const nearly = fc.stringMatching(/^(0x)?[0-9a-f]{58,70}$/)
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ minLength: 16 })), fc.constantFrom('0', '1', '7'), (text, type) => {
        for (const given of [
          { private_key: text, signature_type: type, funder_address: KEY },
          { private_key: KEY, signature_type: text, funder_address: text },
          { private_key: KEY, signature_type: '2', funder_address: text },
        ]) {
          const reading = readWallet(given)
          if (reading.kind === 'ok') continue
          expect(reading.reason).not.toContain(text)
          expect(reading.reason).not.toContain(DIGITS)
        }
      }),
      { numRuns: rounds(300) },
    )
  })
})
