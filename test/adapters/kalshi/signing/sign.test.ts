import { constants, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPrivateKey, sign, toPem } from '#adapters/exchanges/kalshi/signing/sign.ts'
import { answerAlways } from '../../http/loopback-server.ts'
import { adapterFor, anySignal, someOrder, toSend } from '../desk.ts'

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const EDWARDS = generateKeyPairSync('ed25519')
/** RFC 8032, section 7.1, test 1, as PKCS#8: a key whose signatures are the same everywhere. */
const FIXED =
  '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----'
const TEXT = '1767225600000DELETE/trade-api/v2/portfolio/events/orders/3b23'

const keyOf = (pem: string): KeyObject => {
  const reading = readPrivateKey(pem)
  if (reading.kind === 'unusable') throw new Error(reading.reason)
  return reading.key
}
const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const pkcs1 = RSA.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
const bytes = (signature: string): Buffer => Buffer.from(signature, 'base64')

describe('signatures', () => {
  it('are RSA-PSS over SHA-256 with a salt of 32 bytes for an RSA key, in standard base64', () => {
    const signature = sign(RSA.privateKey, '1767225600000', 'DELETE', '/trade-api/v2/portfolio/events/orders/3b23')
    const pss = { key: RSA.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    expect(verify('sha256', Buffer.from(TEXT), pss, bytes(signature))).toBe(true)
    expect(signature).toMatch(/^[A-Za-z0-9+/]+=*$/)
  })

  it('are plain Ed25519 for an Ed25519 key, the same for the same text', () => {
    const key = keyOf(FIXED)
    const signature = sign(key, '1767225600000', 'DELETE', '/trade-api/v2/portfolio/events/orders/3b23')
    expect(signature).toBe(sign(key, '1767225600000', 'DELETE', '/trade-api/v2/portfolio/events/orders/3b23'))
    expect(verify(null, Buffer.from(TEXT), createPublicKey(key), bytes(signature))).toBe(true)
    // RFC 8032, section 7.1, test 1: the empty text.
    expect(bytes(sign(key, '', '', '')).toString('hex')).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    )
  })

  it('cover the path from the root with its base and without its query, at the instant of the clock', async () => {
    const received = await answerAlways(200, { orders: [], cursor: '', as_of_time: '2026-11-21T07:30:00Z' })
    const exchange = adapterFor(`${received.url}/trade-api/v2/`, () => 1_767_225_600_000)
    const account = { accountKey: 'a', secrets: { api_key_id: 'key', private_key: pkcs8(EDWARDS.privateKey) } }
    await exchange.lookUp(account, toSend(someOrder()), anySignal())
    await received.close()
    const orders = received.requests.find(({ url }) => url.startsWith('/trade-api/v2/portfolio/orders?'))
    const text = Buffer.from('1767225600000GET/trade-api/v2/portfolio/orders')
    const signature = bytes(String(orders?.headers['kalshi-access-signature']))
    expect(verify(null, text, EDWARDS.publicKey, signature)).toBe(true)
    expect(orders?.headers).toMatchObject({
      'kalshi-access-key': 'key',
      'kalshi-access-timestamp': '1767225600000',
    })
  })
})

describe('private keys', () => {
  it.each([
    ['PKCS#8', pkcs8(RSA.privateKey)],
    ['PKCS#1', pkcs1],
    ['Windows line ends', pkcs1.replaceAll('\n', '\r\n')],
    ['line ends spelled out', pkcs8(RSA.privateKey).replaceAll('\n', '\\n')],
    ['indented', pkcs8(RSA.privateKey).replaceAll('\n', '\n    ')],
    ['a single line', pkcs8(RSA.privateKey).replaceAll('\n', ' ')],
  ])('are read as people paste them: %s', (_, pem) => {
    expect(toPem(keyOf(pem))).toBe(pkcs8(RSA.privateKey))
  })

  it('are known by what they hold, not by their header', () => {
    expect(keyOf(pkcs8(EDWARDS.privateKey)).asymmetricKeyType).toBe('ed25519')
    expect(keyOf(pkcs8(RSA.privateKey)).asymmetricKeyType).toBe('rsa')
  })

  it.each([
    ['', /not a PEM/],
    ['hello', /not a PEM/],
    ['-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----', /cannot be read/],
    [RSA.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /public key/],
    [
      RSA.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      /passphrase/,
    ],
    [pkcs8(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey), /RSA and Ed25519/],
    [pkcs8(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey), /2048/],
  ])('are refused in words when they cannot be used', (pem, words) => {
    expect(readPrivateKey(pem)).toMatchObject({ kind: 'unusable', reason: expect.stringMatching(words) })
  })

  it('fit with their key id into the 4 KB that can be sealed, up to the largest taken', () => {
    const pem = toPem(generateKeyPairSync('rsa', { modulusLength: 4096 }).privateKey)
    expect(JSON.stringify({ api_key_id: 'x'.repeat(100), private_key: pem }).length).toBeLessThan(4_096)
  })
})
