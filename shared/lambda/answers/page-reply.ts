/** Reply of an endpoint that answers with a page for people. */

import { ServedFile } from './served-file.ts'

/**
 * HTML page that may load and call only the sources in `allowed`, each a directive of a Content-Security-Policy such as `script-src 'self'`. It sends
 * no form, appears in no frame, sends no referrer, and shares no window with another site.
 */
export const pageReply = (html: string, allowed: readonly string[] = []): ServedFile =>
  new ServedFile(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ["default-src 'none'", ...allowed, ...NEVER].join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })

const NEVER = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
