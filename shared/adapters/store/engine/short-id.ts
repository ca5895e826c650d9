/** UUIDs in 22 characters instead of 36: an order row holds up to eight of them, and rows are paid for by the kilobyte. */

/** The 16 bytes of a UUID as base64url; any other text unchanged behind `=`, which base64url does not contain. */
export const shortId = (id: string): string =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : `=${id}`

/** Id of a short one. */
export const longId = (short: string): string => {
  if (short.startsWith('=')) return short.slice(1)
  const hex = Buffer.from(short, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Lower case only, as we make them: an id in upper case must come back unchanged. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
