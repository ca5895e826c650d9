/** Answers of the front door of an exchange, before the exchange sees a call (Polymarket live data, section 8.1). */

import type { HttpReply } from './json-server.ts'

/** Each refuses orders, cancels and calls for keys. Reads go through. */
export const DOOR_MODES = [
  'html_401',
  'html_403',
  'html_404',
  'bare_401',
  'bare_403',
  'bare_404',
  'bare_418',
  'bare_451',
] as const
export type DoorMode = (typeof DOOR_MODES)[number]

export const isDoorMode = (mode: string): mode is DoorMode => DOOR_MODES.some((name) => name === mode)

/** `html`: a page. `bare`: no body at all. */
export const DOOR_ANSWERS = ['html', 'bare'] as const
export type DoorAnswer = (typeof DOOR_ANSWERS)[number]

/** The answer of the door in that mode; null in any other mode. */
export const doorReply = (mode: string): HttpReply | null => {
  if (!isDoorMode(mode)) return null
  return replyAtDoor(mode.startsWith('html') ? 'html' : 'bare', Number(mode.slice('html_'.length)))
}

export const replyAtDoor = (answer: DoorAnswer, status: number): HttpReply =>
  answer === 'bare'
    ? { status }
    : { status, page: pageOf(status), headers: { server: 'cloudflare', 'cf-ray': '9a1b2c3d4e5f6789-LHR' } }

const pageOf = (status: number): string => `<!DOCTYPE html>
<html lang="en-US">
<head><title>${TITLES[status] ?? 'Attention Required!'} | Cloudflare</title></head>
<body><h1>Sorry, you have been blocked</h1><p>Cloudflare Ray ID: <strong>9a1b2c3d4e5f6789</strong></p></body>
</html>
`

const TITLES: Readonly<Record<number, string>> = { 401: 'Unauthorized', 404: 'Not Found' }
