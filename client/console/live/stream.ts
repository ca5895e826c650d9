/**
 * The stream of the service: changes come as they happen. The stream reports which topics have changed, passes each change to the
 * notifications, and books and trades of markets to the parts that show them. Without it the polls continue.
 */

import { effect, signal } from '@preact/signals'
import type { components } from '../../openapi-types.ts'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Change } from '../api/types.ts'
import { apiKey } from '../session/api-key.ts'
import { keepForKey, keptForKey } from '../session/kept-for-key.ts'
import { topicsOf } from './stream-topics.ts'
import { type Topic, tell } from './topics.ts'

/** Whether events come. */
export const isStreaming = signal(false)

const ACCOUNT = ['orders', 'fills', 'complex_orders', 'positions', 'subaccounts']
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Between two pings. Without any message for as long the connection counts as lost. */
const PING_MS = 30_000
/** Reasons for which another try would end the same way. */
const FINAL = ['unauthenticated', 'key_revoked']
/** Changes of this time are reported together. */
const GATHER_MS = 250

type Message = components['schemas']['StreamServerMessage']

/** Place of the cursor in the tab, so that a reload misses nothing. */
const PLACE = 'stream cursor'

/** `isMissed`: the change happened while this page was not connected. */
type ChangeListener = (change: Change, isMissed: boolean) => void

const changeListeners = new Set<ChangeListener>()

/** Passes each change of the account to the listener, once and as soon as it comes. */
export const hearChanges = (listener: ChangeListener): void => void changeListeners.add(listener)

const listeners = new Map<string, Set<(data: unknown) => void>>()
let socket: WebSocket | null = null
let cursor: string | null = null
/** Position of the service when the stream was opened again. Changes up to it were missed. */
let openedAt = 0
let pauseMs = FIRST_PAUSE_MS

/** Listens to a channel of a market, such as `book:71`, for as long as the page shows it. Answers what ends it. */
export const hear = (channel: string, listener: (data: unknown) => void): (() => void) => {
  const those = listeners.get(channel) ?? new Set()
  listeners.set(channel, those)
  those.add(listener)
  if (those.size === 1) settle()
  return () => {
    those.delete(listener)
    if (those.size > 0) return
    listeners.delete(channel)
    settle()
  }
}

/** The channels of markets that the stream has been asked for. */
let subscribed: ReadonlySet<string> = new Set()
let isSettling = false

/** Subscribes exactly the channels with listeners. Changes of one moment are sent together. */
const settle = (): void => {
  if (isSettling || !isStreaming.peek()) return
  isSettling = true
  queueMicrotask(() => {
    isSettling = false
    const wanted = new Set(listeners.keys())
    const [more, less] = [
      [...wanted].filter((one) => !subscribed.has(one)),
      [...subscribed].filter((one) => !wanted.has(one)),
    ]
    if (less.length > 0) send({ op: 'unsubscribe', channels: less })
    if (more.length > 0) send({ op: 'subscribe', channels: more })
    subscribed = wanted
  })
}

const send = (message: object): void => {
  if (isStreaming.peek()) socket?.send(JSON.stringify(message))
}

const connect = async (key: string): Promise<void> => {
  const health = await ask(api.GET('/v1/health'))
  if (apiKey.peek() !== key) return
  const url = health.ok && 'stream_url' in health.data ? String(health.data.stream_url) : ''
  // A service without a stream is polled.
  if (health.ok && url === '') return
  if (!health.ok) return again(key)
  const mine = new WebSocket(url)
  socket = mine
  mine.onopen = () => mine.send(JSON.stringify({ op: 'auth', key }))
  let isFinal = false
  // One that is not ready when the first ping is due is given up too.
  let isAnswered = false
  const lose = (): void => {
    clearInterval(pings)
    if (socket !== mine) return
    socket = null
    isStreaming.value = false
    if (!isFinal && apiKey.peek() === key) again(key)
  }
  const pings = setInterval(() => {
    if (isAnswered) send({ op: 'ping' })
    else {
      // The browser reports the close once the other end has agreed, and the other end may be gone.
      lose()
      mine.close()
    }
    isAnswered = false
  }, PING_MS)
  mine.onmessage = ({ data }) => {
    if (socket !== mine) return
    isAnswered = true
    const message: Message = JSON.parse(String(data))
    if (message.op === 'closed') isFinal = FINAL.includes(message.reason)
    take(message)
  }
  mine.onclose = lose
}

const again = (key: string): void => {
  setTimeout(() => {
    if (apiKey.peek() === key && socket === null) void connect(key)
  }, pauseMs)
  pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
}

const take = (message: Message): void => {
  if (message.op === 'ready') {
    isStreaming.value = true
    pauseMs = FIRST_PAUSE_MS
    openedAt = Number(message.cursor)
    send({ op: 'subscribe', channels: ACCOUNT, ...(cursor === null ? {} : { after: cursor }) })
    subscribed = new Set()
    settle()
  }
  if (message.op === 'subscribed' && cursor === null) moveTo(message.cursor)
  if (message.op === 'error' && message.code === 'cursor_expired') {
    moveTo(null)
    send({ op: 'subscribe', channels: ACCOUNT })
    tell(...topicsOf(...ACCOUNT))
  }
  if (message.op !== 'event') return
  const those = listeners.get(message.channel)
  if (those !== undefined) for (const listener of those) listener(message.data)
  // A message of a market has no cursor. A change can come twice.
  if (!('cursor' in message) || Number(message.cursor) <= Number(cursor ?? -1)) return
  for (const topic of topicsOf(message.channel)) changed.add(topic)
  if (gathering === null) gathering = setTimeout(tellChanged, GATHER_MS)
  for (const listener of changeListeners) listener(message, Number(message.cursor) <= openedAt)
  moveTo(message.cursor)
}

const moveTo = (next: string | null): void => {
  cursor = next
  keepForKey(PLACE, next)
}

const changed = new Set<Topic>()
let gathering: ReturnType<typeof setTimeout> | null = null

const tellChanged = (): void => {
  gathering = null
  tell(...changed)
  changed.clear()
}

effect(() => {
  const key = apiKey.value
  socket?.close()
  socket = null
  cursor = keptForKey(PLACE)
  isStreaming.value = false
  if (key !== '') void connect(key)
})
