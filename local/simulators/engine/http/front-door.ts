/** What the front door of an exchange answers before the exchange sees a call (Polymarket live data, section 8.1). */

import type { HttpReply } from './json-server.ts'

/** Each refuses orders, cancels and calls for keys. Reads go through. */
export const DOOR_MODES = ['html_403', 'bare_403', 'bare_418', 'bare_451'] as const
export type DoorMode = (typeof DOOR_MODES)[number]

/** The answer of the door in that mode; null in any other mode. */
export const doorReply = (mode: string): HttpReply | null => {
  const found = DOOR_MODES.find((name) => name === mode)
  return found === undefined ? null : REPLIES[found]
}

const PAGE = `<!DOCTYPE html>
<html lang="en-US">
<head><title>Attention Required! | Cloudflare</title></head>
<body><h1>Sorry, you have been blocked</h1><p>Cloudflare Ray ID: <strong>9a1b2c3d4e5f6789</strong></p></body>
</html>
`

const REPLIES: Readonly<Record<DoorMode, HttpReply>> = {
  html_403: { status: 403, page: PAGE, headers: { server: 'cloudflare', 'cf-ray': '9a1b2c3d4e5f6789-LHR' } },
  bare_403: { status: 403 },
  bare_418: { status: 418 },
  bare_451: { status: 451 },
}
