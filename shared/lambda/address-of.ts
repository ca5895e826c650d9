/** Address of the service, as its caller wrote it. */

/** Headers with names in lower case. */
interface Sent {
  readonly host?: string | undefined
  readonly 'x-forwarded-proto'?: string | readonly string[] | undefined
}

/**
 * Returns scheme and host of a request; empty if it names no host. A client can only name an address to itself. API Gateway, the local gateway of
 * SAM and proxies send `x-forwarded-proto`.
 */
export const addressOf = ({ host = '', 'x-forwarded-proto': schemes = '' }: Sent): string => {
  if (!HOST.test(host)) return ''
  return `${String(schemes).startsWith('https') ? 'https' : 'http'}://${host}`
}

/** A name or an IPv6 address in brackets, with or without a port. */
const HOST = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i
