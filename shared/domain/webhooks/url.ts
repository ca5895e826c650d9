/** Checks the address of a webhook: https at a public address. A setting also allows loopback, with http. */

import { BlockList, isIP } from 'node:net'

/**
 * Returns the fault of a URL, in a sentence; null without a fault. Names are resolved and checked when something is
 * sent.
 */
export const webhookUrlFault = (text: string, loopbackAllowed: boolean): string | null => {
  const url = URL.parse(text)
  if (url === null) return 'url is not an address'
  if (url.username !== '' || url.password !== '') return 'url must not hold a user name or a password'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const loopback = loopbackAllowed && (isLoopback(host) || host === 'localhost')
  if (url.protocol !== 'https:' && !(loopback && url.protocol === 'http:')) return 'url must begin with https://'
  return loopback || isPublicHost(host) ? null : 'url must point to a public address'
}

/** True if the host is a public address, or a name that can resolve to one. */
const isPublicHost = (host: string): boolean => {
  if (isIP(host) !== 0) return isPublicAddress(host)
  const name = host.replace(/\.$/, '').toLowerCase()
  return name.includes('.') && !INTERNAL.test(name)
}

/** True if something may be sent to this IP address. */
export const isAllowedAddress = (address: string, loopbackAllowed: boolean): boolean =>
  isPublicAddress(address) || (loopbackAllowed && isLoopback(address))

const INTERNAL = /(^|\.)(localhost|local|internal|intranet|home|lan|corp|test|invalid|onion|arpa)$/

const isLoopback = (address: string): boolean => {
  const family = isIP(address)
  return family === 4 ? address.startsWith('127.') : family === 6 && LOOPBACK.check(address, 'ipv6')
}

const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  // An IPv4 address inside an IPv6 one is none of the global ones, whatever it points to.
  return family === 6 && GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

const LOOPBACK = new BlockList()
LOOPBACK.addAddress('::1', 'ipv6')

/** IANA's registries of special-purpose addresses; cloud metadata is link-local, and fd00:ec2::254 not global. */
const NOT_PUBLIC = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(net, prefix, 'ipv6')

/** All global unicast addresses. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
