/** The reply of an endpoint that answers with a page for people. */

import { ServedFile } from './served-file.ts'

/**
 * An HTML page that may load and ask nothing but what `allowed` names, each a directive of a Content-Security-Policy such as
 * `script-src 'self'`. It sends no form, stands in no frame, tells no other site where a reader came from, and shares no window with one.
 */
export const pageReply = (html: string, allowed: readonly string[] = []): ServedFile =>
  new ServedFile(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': ["default-src 'none'", ...allowed, ...NEVER].join('; '),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })

const NEVER = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
