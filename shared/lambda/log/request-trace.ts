/**
 * Id of the request that work began with. Each log line has it, and each queue message carries it to the next function. One search finds everything
 * that followed from a request.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueueName } from '#ports/work/queues.ts'

const requests = new AsyncLocalStorage<string>()

/** Runs `act` as work of the request. Null is work without a request, such as a schedule's. */
export const inRequest = <Result>(requestId: string | null, act: () => Result): Result =>
  requestId === null ? act() : requests.run(requestId, act)

/** Id of the current request; null outside of `inRequest`. */
export const requestIdNow = (): string | null => requests.getStore() ?? null

/** Queues whose messages serve all users, or continue a poll for weeks: no single request is their cause. */
const FOR_EVERYBODY: readonly QueueName[] = ['sync-account', 'sweep-soon', 'watch-shard']

/** Id of the request that a message to the queue carries, or null. */
export const requestIdFor = (queue: QueueName): string | null => (FOR_EVERYBODY.includes(queue) ? null : requestIdNow())
