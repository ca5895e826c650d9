/** A typed client of the trading service: every operation of its OpenAPI document, its stream, and a wait for an order to end. */

import createClient, { type Client } from 'openapi-fetch'
import { answeredWithin } from './answered-within.ts'
import type { components, paths } from './openapi-types.ts'
import { retryingFetch } from './retrying-fetch.ts'
import { openStream, type StreamOptions, type TradingStream } from './stream.ts'
import { type WaitOptions, type WaitResult, waitForOrder } from './wait-for-order.ts'

type Schemas = components['schemas']
export type Order = Schemas['Order']
export type OrderWithFills = Schemas['OrderWithFills']
export type ComplexOrder = Schemas['ComplexOrder']
export type CreateOrder = Schemas['CreateOrder']
export type CreateComplexOrder = Schemas['CreateComplexOrder']
export type Market = Schemas['Market']
export type Orderbook = Schemas['Orderbook']
export type PriceSeries = Schemas['PriceSeries']
export { pages } from './pages.ts'
export type {
  BookEvent,
  MarketEvent,
  QuoteEvent,
  StreamEvent,
  StreamOptions,
  TradesEvent,
  TradingStream,
} from './stream.ts'
export { dataOf, TradingError } from './trading-error.ts'

/** The payload of a webhook, by `type`. Verify the message before you use it. */
export type TradingEvent = Schemas['WebhookEvent']

/** `GET`, `POST` and so on by path, from openapi-fetch. Each returns `{ data, error, response }` and does not throw for a refusal. */
export interface TradingClient extends Client<paths> {
  /**
   * Waits until the order has ended, by default for a minute at most. Polls; while a stream of this client with the channel `orders` is
   * live, it asks as soon as the order has changed. Never throws for a lost answer.
   */
  waitForOrder(orderId: string, options?: WaitOptions): Promise<WaitResult>
  /** Opens a stream, which reconnects automatically. Throws where there is no WebSocket: see `webSocket`. */
  stream(options: StreamOptions): TradingStream
}

export interface ClientOptions {
  /** The address of the service, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** How often a request is sent again whose answer was lost, a 429 or a 5xx; default 2. No request is carried out twice. */
  readonly retries?: number
  /** After how long an answer that has not come counts as lost; default 35 seconds, which no answer of the service takes. */
  readonly answerWithinMs?: number
}

export const createTradingClient = ({
  baseUrl,
  apiKey,
  fetch = (request) => globalThis.fetch(request),
  retries = 2,
  answerWithinMs = 35_000,
}: ClientOptions): TradingClient => {
  const clientWith = (by: typeof fetch) =>
    createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      headers: { 'x-api-key': apiKey },
      // A list in a query is one text, its items separated by commas.
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: by,
    })
  const send = answeredWithin(fetch, answerWithinMs)
  const client = clientWith(retryingFetch(send, retries))
  // A waiting caller asks again anyway, and retries must not delay it.
  const plain = clientWith(send)
  const waiting = new Set<(orderId: string) => void>()
  let known: string | undefined
  const address = async (): Promise<string> => {
    known ??= (await client.GET('/v1/health')).data?.stream_url
    if (known === undefined) throw new Error('the service does not say where its stream is')
    return known
  }
  return {
    ...client,
    waitForOrder: (orderId, options) => waitForOrder(plain, orderId, options, waiting),
    stream: (options) =>
      openStream(
        { address, apiKey },
        {
          ...options,
          onEvent: (event) => {
            options.onEvent?.(event)
            for (const wake of waiting) wake(event.object_id)
          },
        },
      ),
  }
}
