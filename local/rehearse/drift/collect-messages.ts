/** Subscribes to the market that the calls asked about, and keeps all messages for a while. */

import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import { later, type Opened, openSocket, type Subscription } from '../open-socket.ts'
import type { Asking, Subjects } from './ask-call.ts'

/** The messages; in words why there are none. */
export const collectMessages = async (asking: Asking, subjects: Subjects): Promise<readonly unknown[] | string> => {
  const subscription = subscriptionOf(asking, subjects)
  if (typeof subscription === 'string') return subscription
  const socket: Opened = await openSocket(subscription, HANDSHAKE_MS)
  socket.send(subscription.first)
  await later(asking.listenMs)
  socket.close()
  return socket.seen
}

const HANDSHAKE_MS = 8_000

/** Kalshi live reference, section 1; Polymarket live reference, section 1. */
const subscriptionOf = ({ exchange, urls, account, clock }: Asking, subjects: Subjects): Subscription | string => {
  if (exchange === 'EXCHANGE_A') {
    const url = urls['ws'] ?? ''
    const ticker = subjects.get('ticker')
    if (url === '' || ticker === undefined) return 'no address or no market to listen to'
    const headers = account === null ? undefined : accountSigner(clock)(account)?.('GET', new URL(url).pathname)
    if (headers === undefined) return 'it needs a valid key'
    const params = { channels: ['orderbook_delta', 'trade'], market_tickers: [ticker], use_yes_price: true }
    return { url, headers, first: { id: 1, cmd: 'subscribe', params } }
  }
  const url = urls['marketWs'] ?? ''
  const token = subjects.get('token')
  if (url === '' || token === undefined) return 'no address or no market to listen to'
  const first = { assets_ids: [token], type: 'market', initial_dump: true, custom_feature_enabled: true }
  return { url, headers: {}, first }
}
