/** Errors that reads of an exchange throw. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Log, LogFields } from '../kernel/log.ts'

/** A read got no usable answer: time-out, lost connection, 5xx, 429, or a payload that cannot be read. Reading again is safe. */
export class ExchangeUnavailable extends Error {
  readonly exchange: ExchangeName
  constructor(exchange: ExchangeName, message: string) {
    super(message)
    this.name = 'ExchangeUnavailable'
    this.exchange = exchange
  }
}

/** For the `catch` of a read: `answer` replaces a missing one. Anything else that was thrown is thrown on. */
export const ifUnavailable =
  <Value>(answer: (error: ExchangeUnavailable) => Value) =>
  (error: unknown): Value => {
    if (error instanceof ExchangeUnavailable) return answer(error)
    throw error
  }

/** As `ifUnavailable`, and writes a log line with `fields` and a metric. */
export const ifUnavailableLogged = <Value>(
  log: Log,
  words: string,
  answer: (error: ExchangeUnavailable) => Value,
  fields: LogFields = {},
): ((error: unknown) => Value) =>
  ifUnavailable((error) => {
    const { exchange, message } = error
    log.warn(words, { ...fields, exchange, error: message })
    log.metric('ExchangeUnavailable', 1, { exchange })
    return answer(error)
  })

/** The exchange refuses every call, whatever it is for: its region is blocked, or a page of its front door came. */
export class ExchangeRefuses extends ExchangeUnavailable {
  constructor(exchange: ExchangeName, message: string) {
    super(exchange, message)
    this.name = 'ExchangeRefuses'
  }
}

/** The exchange does not accept the key of the account (401): it was revoked, or the clock is wrong. */
export class KeyRefused extends ExchangeUnavailable {
  constructor(exchange: ExchangeName, message: string) {
    super(exchange, message)
    this.name = 'KeyRefused'
  }
}

/** The exchange answered that it has no book for the market: it is not open yet, or over. */
export class NoOrderBook extends ExchangeUnavailable {
  constructor(exchange: ExchangeName, nativeId: string) {
    super(exchange, `The exchange has no book for ${nativeId}.`)
    this.name = 'NoOrderBook'
  }
}

/** For the `catch` of a read of a book: `answer` is used if the market has none. Anything else that was thrown is thrown on. */
export const ifNoBook =
  <Value>(answer: () => Value) =>
  (error: unknown): Value => {
    if (error instanceof NoOrderBook) return answer()
    throw error
  }
