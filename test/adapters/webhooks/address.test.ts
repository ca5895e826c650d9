/** A webhook reaches receivers on the internet and nothing behind our own walls. */

import { describe, expect, it } from 'vitest'
import { isAllowedAddress, webhookUrlFault } from '#domain/webhooks/url.ts'

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.9.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '::7f00:1',
  '64:ff9b::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  'not an address',
]

describe('an address', () => {
  it.each(PRIVATE)('%s is never sent to', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
    '%s is on the internet',
    (address) => {
      expect(isAllowedAddress(address, false)).toBe(true)
    },
  )

  it('a loopback address can be allowed by a setting, unlike any other private address', () => {
    const open = PRIVATE.filter((address) => isAllowedAddress(address, true))
    expect(open).toEqual(['127.0.0.1', '127.8.9.1', '::1'])
  })
})

describe('the URL of a webhook', () => {
  it.each([
    'https://example.com/hooks',
    'https://hooks.example.com:8443/a?b=c',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('may be %s', (url) => {
    expect(webhookUrlFault(url, false)).toBeNull()
  })

  it.each([
    ['http://example.com/', 'url must begin with https://'],
    ['ftp://example.com/', 'url must begin with https://'],
    ['nonsense', 'url is not an address'],
    ['https://user:secret@example.com/', 'url must not hold a user name or a password'],
    ['https://localhost/', 'url must point to a public address'],
    ['https://intranet/', 'url must point to a public address'],
    ['https://metadata.google.internal/', 'url must point to a public address'],
    ['https://api.localhost./', 'url must point to a public address'],
    ['https://127.0.0.1/', 'url must point to a public address'],
    ['https://2130706433/', 'url must point to a public address'],
    ['https://0x7f.1/', 'url must point to a public address'],
    ['https://169.254.169.254/latest/meta-data', 'url must point to a public address'],
    ['https://[::ffff:127.0.0.1]/', 'url must point to a public address'],
    ['https://[fd00:ec2::254]/', 'url must point to a public address'],
  ])('may not be %s', (url, fault) => {
    expect(webhookUrlFault(url, false)).toBe(fault)
  })

  it('may be http on this machine, where a setting says so', () => {
    for (const url of ['http://127.0.0.1:9000/', 'http://localhost:9000/', 'http://[::1]:9000/', 'https://localhost/'])
      expect(webhookUrlFault(url, true), url).toBeNull()
    for (const url of ['http://example.com/', 'http://10.0.0.1/', 'https://10.0.0.1/'])
      expect(webhookUrlFault(url, true), url).not.toBeNull()
  })
})
