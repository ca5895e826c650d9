/** Stores webhooks, events that are not published yet, and deliveries. */

import type { Millis } from '#domain/kernel/time.ts'
import type { Delivery } from '#domain/webhooks/delivery.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import type { Page, Position } from '../kernel/page.ts'

export interface WebhookStore {
  /** Null if the user has no such webhook. */
  get(userId: string, webhookId: string): Promise<Webhook | null>
  /** Oldest first (strongly consistent). */
  list(userId: string): Promise<readonly Webhook[]>
  /** False when that id exists already. */
  create(webhook: Webhook): Promise<boolean>
  /** Provided the stored version is the one given, which then grows by one. */
  save(webhook: Webhook): Promise<boolean>
  remove(webhook: Webhook): Promise<boolean>
}

/** Events committed together with one change of an object, by sequence. */
export interface EventBatch {
  readonly objectId: string
  /** Version of the object after the change. */
  readonly version: number
  readonly userId: string
  readonly events: readonly WebhookEvent[]
}

/** Events as they were committed with the change they describe. */
export interface OutboxStore {
  /** Stores events that belong to no change and have their deliveries already. */
  put(batch: EventBatch): Promise<void>
  /** Batches of the object that have no deliveries yet, oldest first (strongly consistent). */
  pending(objectId: string): Promise<readonly EventBatch[]>
  /** Null if the event is not stored any more. */
  get(objectId: string, sequence: number): Promise<WebhookEvent | null>
  /** The batches of these changes that are there and can be read, in that order (strongly consistent). */
  find(changes: ReadonlyArray<Pick<EventBatch, 'objectId' | 'version'>>): Promise<readonly EventBatch[]>
  /** How many test events of the user were put since. May lag by a moment. */
  countTests(userId: string, since: Millis): Promise<number>
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[]
  readonly count: number
  readonly hasMore: boolean
}

export interface DeliveryStore {
  /** Stores new deliveries; deliveries to one webhook in this order. */
  add(deliveries: readonly Delivery[]): Promise<void>
  /** Deliveries of one object's events to one webhook that are not finished, by sequence (strongly consistent). */
  pending(webhookId: string, objectId: string): Promise<readonly Delivery[]>
  /** All of one object's events to one webhook, by sequence (strongly consistent). */
  ofObject(webhookId: string, objectId: string): Promise<readonly Delivery[]>
  /** Null if the webhook has no such delivery. */
  find(webhookId: string, deliveryId: string): Promise<Delivery | null>
  /** How many deliveries to the webhook are in flight, no further than `most`. May lag by a moment. */
  countInFlight(webhookId: string, most: number): Promise<number>
  /** Provided the stored version is the one given, which then grows by one. */
  save(delivery: Delivery): Promise<boolean>
  /** Newest first, those behind a place if it is given, and how many there are: beyond the page no further than ten thousand. */
  list(webhookId: string, page: Page, after?: Position): Promise<DeliveryPage>
}
