/** Sends webhook messages: only to checked addresses, without redirects, in ten seconds at most, and reads little of the answer. */

import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP } from 'node:net'
import { SECOND } from '#domain/kernel/time.ts'
import type { Answer } from '#domain/webhooks/delivery.ts'
import { isAllowedAddress, webhookUrlFault } from '#domain/webhooks/url.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WebhookMessage, WebhookSender } from '#ports/webhooks/webhook-sender.ts'
import { checkedLookup, ForbiddenAddress } from './checked-lookup.ts'
import { noAnswerText, type Stage } from './no-answer-text.ts'
import { HOSTS_FILE, nameResolver, type Resolve } from './resolve-name.ts'
import { signMessage } from './sign-message.ts'

export interface SenderOptions {
  readonly clock: Clock
  /** True if messages may be sent to this machine, and there over http. */
  readonly loopbackAllowed: boolean
  readonly resolve?: Resolve
  readonly timeoutMs?: number
}

/** Time after which a receiver without an answer has failed. */
const PATIENCE = 10 * SECOND

/** Bytes of an answer that are read and stored. */
const KEPT = 512

export const httpSender = (options: SenderOptions): WebhookSender => {
  const { loopbackAllowed, timeoutMs = PATIENCE } = options
  const resolve = options.resolve ?? nameResolver({ hostsFile: loopbackAllowed ? HOSTS_FILE : null })
  return {
    send: async (message) => {
      const fault = webhookUrlFault(message.url, loopbackAllowed)
      return fault === null ? post(message, { ...options, resolve, timeoutMs }) : unanswered(fault)
    },
  }
}

const post = ({ url: text, ...message }: WebhookMessage, options: Required<SenderOptions>): Promise<Answer> =>
  new Promise((settle) => {
    let stage: Stage = 'resolving'
    const fail = (error: unknown): void => settle(unanswered(noAnswerText(error, stage, options.timeoutMs)))
    const url = new URL(text)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowedAddress(host, options.loopbackAllowed)) return fail(new ForbiddenAddress(host))
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message.body),
      'user-agent': 'prediction-market-trading-webhooks/1',
      ...signMessage({ url: text, ...message }),
    }
    const request = (url.protocol === 'http:' ? plain : secure)(url, {
      method: 'POST',
      headers,
      // Each message has a new connection: a kept one would lead to an address that was checked earlier.
      agent: false,
      lookup: checkedLookup(options.resolve, options.loopbackAllowed),
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    // Node closes such a connection silently, so the attempt would never end.
    request.on('upgrade', ({ statusCode = null }, socket) => {
      socket.destroy()
      settle({ status: statusCode, error: null, response: '', retryAfterMs: null })
    })
    request.on('response', (response) => {
      // The receiver has answered: from now on only the rest of the body can fail.
      request.off('error', fail).on('error', () => undefined)
      read(response).then((body) => {
        request.destroy()
        settle({
          status: response.statusCode ?? null,
          error: null,
          response: body,
          retryAfterMs: retryAfter(response.headers['retry-after'], options.clock()),
        })
      }, fail)
    })
    request.on('socket', (socket) => {
      // An address needs no look-up.
      if (isIP(host) !== 0) stage = 'connecting'
      socket.once('lookup', (error) => {
        if (error === null) stage = 'connecting'
      })
      socket.once('connect', () => {
        stage = url.protocol === 'http:' ? 'waiting' : 'securing'
      })
      socket.once('secureConnect', () => {
        stage = 'waiting'
      })
    })
    request.on('error', fail)
    request.end(message.body)
  })

/** Beginning of the body. The status decides, so a body that breaks off or never ends is no failure. */
const read = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      length += bytes.length
      if (length >= KEPT) break
    }
  } catch {
    // The bytes read so far are kept.
  }
  return Buffer.concat(chunks).subarray(0, KEPT).toString('utf8')
}

/** Reads seconds or a date. */
const retryAfter = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  const at = /^\d+$/.test(header) ? now + Number(header) * SECOND : Date.parse(header)
  return Number.isNaN(at) || at <= now ? null : at - now
}

const unanswered = (error: string): Answer => ({ status: null, error, response: '', retryAfterMs: null })
