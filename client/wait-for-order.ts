/** Reads an order until it has ended and its fills are complete, or the time is over: at intervals, and after each reported change. */

import type { Client } from 'openapi-fetch'
import type { components, paths } from './openapi-types.ts'

type OrderWithFills = components['schemas']['OrderWithFills']
type Problem = components['schemas']['Problem']

export interface WaitOptions {
  /** Default one minute. */
  readonly timeoutMs?: number
  /** Between two polls; default half a second. */
  readonly everyMs?: number
  readonly signal?: AbortSignal
  /** Called whenever the status or the filled quantity has changed. */
  readonly onChange?: (order: OrderWithFills) => void
}

/** `order` is the last known state; null if there is none. */
export type WaitResult =
  | { readonly kind: 'ended'; readonly order: OrderWithFills }
  | { readonly kind: 'timed_out' | 'aborted'; readonly order: OrderWithFills | null }
  | {
      readonly kind: 'refused'
      readonly order: OrderWithFills | null
      readonly status: number
      readonly problem: Problem | null
    }

const ENDS: ReadonlySet<string> = new Set(['EXECUTED', 'CANCELLED', 'REJECTED', 'EXPIRED'])

/** A later try can succeed after these. */
const isPassing = (status: number): boolean => status === 429 || status >= 500

export const waitForOrder = async (
  client: Pick<Client<paths>, 'GET'>,
  orderId: string,
  { timeoutMs = 60_000, everyMs = 500, signal, onChange }: WaitOptions = {},
  changes: Changes = new Set(),
): Promise<WaitResult> => {
  const over = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? over : AbortSignal.any([over, signal])
  let order: OrderWithFills | null = null
  while (!either.aborted) {
    const answer = await ask(client, orderId, either)
    if (answer?.data !== undefined) {
      if (order === null || hasMoved(order, answer.data)) onChange?.(answer.data)
      order = answer.data
      if (isComplete(order)) return { kind: 'ended', order }
    } else if (answer !== null && !isPassing(answer.response.status)) {
      const { error, response } = answer
      return { kind: 'refused', order, status: response.status, problem: isProblem(error) ? error : null }
    }
    const retryMs = retryAfterMs(answer?.response)
    await sleep(Math.max(everyMs, retryMs), either, retryMs > 0 ? null : { changes, orderId })
  }
  // The order has ended, even if its fills are not complete yet.
  if (order !== null && ENDS.has(order.status)) return { kind: 'ended', order }
  return { kind: signal?.aborted === true ? 'aborted' : 'timed_out', order }
}

/** Called with the id of each changed object. */
export type Changes = Set<(objectId: string) => void>

/** Null if no answer came. */
const ask = async (client: Pick<Client<paths>, 'GET'>, orderId: string, signal: AbortSignal) => {
  try {
    return await client.GET('/v1/orders/{order_id}', { params: { path: { order_id: orderId } }, signal })
  } catch {
    return null
  }
}

/** The status arrives a moment before the fills. Price and fees are provisional until they are complete. */
const isComplete = (order: OrderWithFills): boolean => ENDS.has(order.status) && order.fills_complete

const hasMoved = (before: OrderWithFills, now: OrderWithFills): boolean =>
  before.status !== now.status || before.traded_qty !== now.traded_qty

const isProblem = (error: unknown): error is Problem =>
  typeof error === 'object' && error !== null && 'code' in error && 'detail' in error

const retryAfterMs = (response: Response | undefined): number =>
  1_000 * (Number(response?.headers.get('retry-after')) || 0)

/** Ends sooner if a change of the order is reported. */
const sleep = (
  ms: number,
  signal: AbortSignal,
  told: { readonly changes: Changes; readonly orderId: string } | null,
): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      told?.changes.delete(hear)
      resolve()
    }
    const hear = (objectId: string): void => {
      if (objectId === told?.orderId) wake()
    }
    const timer = setTimeout(wake, ms)
    told?.changes.add(hear)
    signal.addEventListener('abort', wake)
  })
