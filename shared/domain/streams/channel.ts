/** The channels of a stream: what a client can subscribe to. */

import type { WebhookEvent } from '../webhooks/event.ts'

export const CHANNELS = ['orders', 'fills', 'complex_orders', 'positions', 'subaccounts'] as const

export interface Channel {
  readonly name: (typeof CHANNELS)[number]
  /** Null: all subaccounts of the caller. */
  readonly subaccountId: string | null
}

/** A channel as it is stored: an id in capitals is the same as in small letters. */
export const inSmallLetters = (text: string): string => text.replace(/(?<=^[a-z_]+:).*/, (id) => id.toLowerCase())

/** The channel of that text, such as `orders` or `orders:<subaccount_id>`; null when there is none. */
export const channelIn = (text: string): Channel | null => {
  const [, word, subaccountId = null] =
    /^([a-z_]+)(?::([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/.exec(text) ?? []
  const name = CHANNELS.find((one) => one === word)
  return name === undefined ? null : { name, subaccountId }
}

/** The first of the channels that an event belongs to; null when it belongs to none of them. */
export const channelOf = (channels: readonly string[], { subject }: Pick<WebhookEvent, 'subject'>): string | null => {
  const place = placeOf(subject)
  if (place === null) return null
  const [name, subaccountId] = place
  return channels.find((channel) => channel === name || channel === `${name}:${subaccountId}`) ?? null
}

const placeOf = (subject: WebhookEvent['subject']): readonly [Channel['name'], string] | null => {
  switch (subject.kind) {
    case 'order':
      return ['orders', subject.order.subaccountId]
    case 'fill':
      return ['fills', subject.fill.subaccountId]
    case 'complex_order':
      return ['complex_orders', subject.complexOrder.subaccountId]
    case 'position':
      return ['positions', subject.ledger.subaccountId]
    case 'subaccount':
      return ['subaccounts', subject.halt.subaccountId]
    case 'test':
      return null
  }
}
