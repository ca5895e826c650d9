/** An event: a change of an object, with the object as it then was, for webhooks that subscribe to it. */

import { createHash } from 'node:crypto'
import type { PlacedOrder } from '../baskets/placed-order.ts'
import type { ComplexOrder } from '../contingent/complex-order.ts'
import type { Millis } from '../kernel/time.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import type { Fill, FillContext } from '../orders/fills/fill.ts'
import type { AccountReport } from '../portfolio/account-report.ts'
import type { PositionLedger } from '../portfolio/position-ledger.ts'

export const WEBHOOK_EVENT_TYPES = [
  'order.created',
  'order.updated',
  'order.filled',
  'fill.reversed',
  'complex_order.updated',
  'complex_order.exit_incomplete',
  'market.decided',
  'position.settled',
  'subaccount.halted',
  'subaccount.resumed',
  'webhook.test',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

export interface WebhookEvent {
  /** The order, the complex order, the position (`positionIdOf`), the subaccount, or a new id for a test. */
  readonly objectId: string
  /** Orders the events of one object; grows, and leaves gaps. */
  readonly sequence: number
  readonly userId: string
  readonly type: WebhookEventType
  readonly at: Millis
  /** The status before; null for the first event of an object. */
  readonly previousStatus: string | null
  readonly subject: EventSubject
}

/** The subject of the event, as of that time. */
export type EventSubject =
  | { readonly kind: 'order'; readonly order: PlacedOrder }
  | FillSubject
  | { readonly kind: 'complex_order'; readonly complexOrder: ComplexOrder }
  | ({ readonly kind: 'position' } & PositionSubject)
  | { readonly kind: 'subaccount'; readonly halt: SubaccountHalt }
  | { readonly kind: 'test'; readonly webhookId: string }

/** A fill, with its order after that fill. */
export interface FillSubject extends FillContext {
  readonly kind: 'fill'
  readonly fill: Fill
  /** Null in events that were stored before they had it. */
  readonly order: PlacedOrder | null
}

/** A position as it was, with all that is needed to show it. */
export interface PositionSubject {
  readonly ledger: PositionLedger
  /** The exchange's last report on this market; null without one. */
  readonly report: AccountReport | null
  /** Null for a market that the catalogue does not have. */
  readonly label: MarketLabel | null
}

/** A subaccount whose halt began or ended. */
export interface SubaccountHalt {
  readonly subaccountId: string
  readonly name: string
  readonly halted: boolean
  /** The key of the request; null for a dead man's switch. */
  readonly apiKeyId: string | null
}

/** One change makes at most so many events. */
const PER_CHANGE = 100

/** Numbers the events of the change that led to `version`, in order. */
export const numbered = <Event extends object>(
  events: readonly Event[],
  version: number,
): ReadonlyArray<Event & Pick<WebhookEvent, 'sequence'>> =>
  events.map((event, place) => ({ ...event, sequence: version * PER_CHANGE + place }))

/** The version of the object to which an event belongs. */
export const versionOf = (sequence: number): number => Math.floor(sequence / PER_CHANGE)

/** The id of an event, the same in every delivery and repetition, so that a receiver can recognise it. */
export const eventIdOf = ({ objectId, sequence, at }: Pick<WebhookEvent, 'objectId' | 'sequence' | 'at'>): string =>
  idFrom(at, sequence, `${objectId} ${sequence}`)

/**
 * Returns the id of the delivery of an event to a webhook. The id follows from both, so that a delivery is made once.
 */
export const deliveryIdOf = (event: Pick<WebhookEvent, 'objectId' | 'sequence' | 'at'>, webhookId: string): string =>
  idFrom(event.at, event.sequence, `${event.objectId} ${event.sequence} ${webhookId}`)

/**
 * Returns the id of the event that a receiver sees with this delivery. Versions before 4384fd5f derived ids in another way. A delivery
 * of such a version keeps its id, so that a receiver recognises an event that it has acted on.
 */
export const sentEventId = (
  delivery: Pick<WebhookEvent, 'objectId' | 'sequence' | 'at'> & {
    readonly deliveryId: string
    readonly webhookId: string
  },
): string => {
  const { objectId, sequence, at, deliveryId, webhookId } = delivery
  const name = `${objectId} ${sequence}`
  return deliveryId === idFrom(at, null, `${name} ${webhookId}`) ? idFrom(at, null, name) : eventIdOf(delivery)
}

/**
 * Returns a UUID v7 with a random part that is derived from the name. Ids of one millisecond and object sort by their
 * sequence. A sequence of null gives the id of versions before 4384fd5f, which did not sort.
 */
const idFrom = (at: Millis, sequence: number | null, name: string): string => {
  const time = at.toString(16).padStart(12, '0')
  const drawn = createHash('sha256').update(name).digest('hex')
  const place = sequence === null ? drawn.slice(0, 3) : (sequence % 0x1000).toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}-8${drawn.slice(3, 6)}-${drawn.slice(6, 18)}`
}
