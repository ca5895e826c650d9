/** What reads of an exchange throw. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** A read that got no usable answer: time-out, connection lost, 5xx, 429, or a payload that makes no sense. */
export class ExchangeUnavailable extends Error {
  readonly exchange: ExchangeName
  constructor(exchange: ExchangeName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExchangeUnavailable'
    this.exchange = exchange
  }
}

/** The exchange answered that it has no book for the market: not open yet, or over. */
export class NoOrderBook extends ExchangeUnavailable {
  constructor(exchange: ExchangeName, nativeId: string) {
    super(exchange, `The exchange has no book for ${nativeId}.`)
    this.name = 'NoOrderBook'
  }
}
