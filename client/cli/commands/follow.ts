/** The command that prints changes while they happen. */

import type { MarketEvent, StreamEvent } from '../../trading-client.ts'
import { type Command, CommandFailed, type Session } from '../command.ts'
import { eventLine } from '../draw/event-line.ts'
import { findMarket } from '../find/find-market.ts'
import { wholeNumber } from '../typed/options.ts'

export const follow: Command = {
  group: 'Portfolio',
  words: '[markets...]',
  does: 'prints changes of your orders, fills, stops, positions and halts as they happen, until Ctrl-C; with markets their quotes, too',
  options: { '--count <count>': 'ends after so many lines' },
  run: async (session, words, options) => {
    if (!('WebSocket' in globalThis)) throw new CommandFailed('follow needs Node 22 or later.')
    const count = options['count'] === undefined ? Infinity : wholeNumber(options, 'count', 1)
    const quotes: string[] = []
    for (const word of words) quotes.push(`quotes:${(await findMarket(session.client, word)).svc_id}`)
    await printed(session, [...OWN.map((name) => ofSubaccount(session, name)), ...quotes], count)
  },
}

const OWN = ['orders', 'fills', 'complex_orders', 'positions', 'subaccounts']

const ofSubaccount = ({ subaccountId }: Session, channel: string): string =>
  subaccountId === null ? channel : `${channel}:${subaccountId}`

/** Prints each event, and ends after so many, or with the signal. */
const printed = (
  { client, signal, json, print, progress }: Session,
  channels: readonly string[],
  count: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = count
    const show = (event: StreamEvent | MarketEvent): void => {
      print(json ? JSON.stringify(event) : eventLine(event))
      left -= 1
      if (left === 0) stream.close()
    }
    const stream = client.stream({
      channels,
      signal,
      onEvent: show,
      onMarket: show,
      onLive: (isLive) => {
        if (isLive) progress('Connected. Ctrl-C ends.')
        else if (left > 0 && !signal.aborted) progress('No connection. Connecting again.')
      },
      onGap: () => progress('Some changes are missing here. Look at the lists of orders, fills and stops.'),
      onEnd: (reason, detail) => (BY_HAND.has(reason) ? resolve() : reject(new CommandFailed(detail))),
    })
  })

const BY_HAND = new Set(['closed', 'aborted'])
