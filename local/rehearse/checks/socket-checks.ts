/** The sockets of an exchange: handshake, subscription, first messages, and messages of the private channel. */

import * as v from 'valibot'
import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Market } from '#domain/markets/market.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { type Listening, later, type Opened, openSocket, type Subscription } from '../open-socket.ts'
import { broken, NEEDS_KEY, type Report, untried } from './check.ts'

export interface SocketPlace {
  readonly exchange: ExchangeName
  readonly urls: Readonly<Record<string, string>>
  /** Null without a valid key: then only what everybody may hear is tried. */
  readonly account: ExchangeAccount | null
  readonly market: Market
  readonly clock: () => number
  /** How long a message may take. */
  readonly withinMs: number
}

/** Checks the public channel, and opens the private one. Null where that cannot be had. */
export const checkSockets = async (report: Report, place: SocketPlace): Promise<Listening | null> => {
  const plan = planOf(place)
  if (plan.market.url === '') {
    await report('socket', 'prices come over a socket', async () => untried('No address of a socket is set.'))
    return null
  }
  if (place.account === null && plan.isPrivate) {
    await report('socket_handshake', 'the socket opens', async () => untried(NEEDS_KEY))
    return null
  }
  let open: Opened | null = null
  await report('socket_handshake', 'the socket opens', async () => {
    open = await openSocket(plan.market, place.withinMs)
    return plan.market.url.replace(/\?.*/, '')
  })
  if (open !== null) {
    const socket: Opened = open
    await report('socket_first_message', `the first message is ${plan.begins.words}`, async () => {
      socket.send(plan.market.first)
      const first = await socket.first()
      if (first === undefined) return broken(`No message within ${place.withinMs / 1_000} s.`)
      return plan.begins.isIt(first) ? 'It is.' : broken(`It was ${JSON.stringify(first).slice(0, 200)}`)
    })
    await report('socket_snapshot', `a subscription begins with the book (${plan.snapshot})`, async () => {
      const came = await socket.received((message) => JSON.stringify(message).includes(`"${plan.snapshot}"`))
      return came ? 'The book came.' : broken(`No book within ${place.withinMs / 1_000} s.`)
    })
    socket.close()
  }
  if (place.account === null) {
    await report('socket_private', 'the private channel takes the key', async () => untried(NEEDS_KEY))
    return null
  }
  let own: Opened | null = null
  await report('socket_private', 'the private channel takes the key', async () => {
    const socket = await openSocket(plan.own, place.withinMs)
    own = socket
    socket.send(plan.own.first)
    if (plan.confirms === null) {
      // The channel sends nothing if it takes the key, and ends if it does not.
      const ended = await Promise.race([socket.ended, later(1_500)])
      return ended === 'later' ? 'It stays open.' : broken('It closed after the key was sent.')
    }
    const { confirms } = plan
    if (await socket.received((message) => JSON.stringify(message).includes(confirms)))
      return 'It confirmed the subscription.'
    const [said] = socket.seen
    return broken(said === undefined ? 'It said nothing.' : `It did not confirm: it said ${JSON.stringify(said)}`)
  })
  return own
}

interface Plan {
  /** Even the public channel needs a key. */
  readonly isPrivate: boolean
  readonly market: Subscription
  readonly own: Subscription
  /** First message on the public channel. */
  readonly begins: { readonly words: string; readonly isIt: (message: unknown) => boolean }
  /** Type of the message with the book. */
  readonly snapshot: string
  /** Content of the answer to a private subscription; null for a channel that does not answer. */
  readonly confirms: string | null
}

/** Kalshi live reference, section 1; Polymarket live reference, section 1. */
const planOf = ({ exchange, urls, account, market, clock }: SocketPlace): Plan => {
  if (exchange === 'EXCHANGE_A') {
    const url = urls['ws'] ?? ''
    const path = url === '' ? '' : new URL(url).pathname
    const headers = (account && accountSigner(clock)(account)?.('GET', path)) ?? {}
    const subscribe = (params: object) => ({ id: 1, cmd: 'subscribe', params })
    const books = { channels: ['orderbook_delta'], market_tickers: [market.nativeId], use_yes_price: true }
    return {
      isPrivate: true,
      market: { url, headers, first: subscribe(books) },
      own: { url, headers, first: subscribe({ channels: ['user_orders', 'fill'] }) },
      begins: {
        words: 'the acknowledgement of the subscription',
        isIt: (message) => v.is(v.object({ type: v.literal('subscribed'), id: v.literal(1) }), message),
      },
      snapshot: 'orderbook_snapshot',
      confirms: '"subscribed"',
    }
  }
  const { api_key: apiKey, api_secret: secret, api_passphrase: passphrase } = account?.secrets ?? {}
  return {
    isPrivate: false,
    market: {
      url: urls['marketWs'] ?? '',
      headers: {},
      first: { assets_ids: [market.tokenIdYes], type: 'market', initial_dump: true, custom_feature_enabled: true },
    },
    own: { url: urls['userWs'] ?? '', headers: {}, first: { auth: { apiKey, secret, passphrase }, type: 'user' } },
    begins: {
      words: 'one array of books, without an acknowledgement',
      isIt: (message) => v.is(v.array(v.object({ event_type: v.literal('book') })), message),
    },
    snapshot: 'book',
    confirms: null,
  }
}
