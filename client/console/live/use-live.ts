/** Data that is kept up to date while it is shown: read at once, then again and again, and at once when it has changed. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Answer, Problem } from '../api/ask.ts'
import { silentSince } from '../api/reach.ts'
import { hear, isStreaming } from './stream.ts'
import { type Topic, watch } from './topics.ts'

export interface Live<Data> {
  /** The last data that came; null before the first. The data stays while later reads fail. */
  readonly data: Data | null
  /** Why the last read failed; null if it did not. */
  readonly problem: Problem | null
  /** When the data came, in Unix milliseconds. */
  readonly at: number | null
  /** While it is true, the data belongs to an earlier key of the same subject, and the data of this key is on its way. */
  readonly isOutgrown: boolean
  /** False where there is nothing to read: no data will come. */
  readonly isAsked: boolean
  readonly refresh: () => void
}

interface Options<Data> {
  /** While it stays, the data stays until the data of another key is there, such as more of the same list. Default: the key. */
  readonly subject?: string
  /** Seconds between two reads. */
  readonly everyS: number
  /** A change of any of these is read at once. */
  readonly topics?: readonly Topic[]
  /** The stream reports all changes of it. While the stream runs, the topic is read six times as seldom. */
  readonly isStreamed?: boolean
  /** A missing object does not appear on its own: after a 404 it is read again only on request, or when the user returns to the window. */
  readonly restsWithout?: boolean
  /** A channel of the stream whose events put off the next read, and are newer data; null if an event is none. */
  readonly channel?: { readonly name: string; readonly dataOf: (event: unknown, before: Data | null) => Data | null }
}

/** Longest pause after failures. */
const LONGEST_S = 30

/** An object that changed during a read is read again soon, and less soon if this repeats: all tabs of a user share the limit of requests. */
const SOON_MS = [100, 200, 400, 800, 1_600]

/** While the stream reports changes, reads only check it: so many times as seldom. */
const CHECK = 6

/**
 * Returns the same object until something of it changes. `key` names what is read: another key begins anew, an empty one reads nothing. A
 * hidden tab reads nothing. After failures the pause doubles.
 */
export const useLive = <Data>(
  key: string,
  read: () => Promise<Answer<Data>>,
  { everyS: polledS, topics = [], isStreamed = false, restsWithout = false, channel, subject = key }: Options<Data>,
): Live<Data> => {
  const [state, setState] = useState<State<Data>>({ ...NOTHING, key, subject })
  const latest = useRef({ key, read })
  latest.current = { key, read }
  const again = useRef(() => {})
  const postpone = useRef(() => {})
  const topicList = topics.join()
  const everyS = isStreamed && isStreaming.value ? polledS * CHECK : polledS
  const channelName = channel?.name ?? ''
  const dataOf = useRef(channel?.dataOf)
  dataOf.current = channel?.dataOf

  useEffect(() => {
    if (key === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let hurried = 0
    let isReading = false
    let isWanted = false
    let isResting = false
    let isOver = false
    const turn = async (): Promise<void> => {
      clearTimeout(timer)
      // The page shows another key already, and begins anew with it.
      if (latest.current.key !== key) return
      if (isReading) {
        isWanted = true
        return
      }
      isReading = true
      isWanted = false
      const answer = await latest.current.read()
      isReading = false
      if (isOver) return
      failures = answer.ok ? 0 : failures + 1
      isResting = restsWithout && !answer.ok && answer.problem.status === 404 && !isWanted
      setState((before) =>
        answer.ok
          ? { key, subject, data: answer.data, problem: null, at: Date.now() }
          : { ...(before.subject === subject ? before : { ...NOTHING, key, subject }), problem: answer.problem },
      )
      const pauseS = answer.ok ? everyS : (answer.problem.retryAfterS ?? Math.min(LONGEST_S, everyS * 2 ** failures))
      const soonMs = SOON_MS[Math.min(hurried, SOON_MS.length - 1)]
      hurried = isWanted ? hurried + 1 : 0
      if (isResting) return
      timer = setTimeout(turnIfShown, isWanted ? soonMs : pauseS * 1_000)
    }
    const turnIfShown = (): void => {
      if (!document.hidden) void turn()
    }
    const turnIfResting = (): void => {
      if (isResting && !isReading) turnIfShown()
    }
    const unwatch = watch(topicList, turnIfShown)
    // The service answers somebody again: what it was not asked for meanwhile is read now.
    const unhear = silentSince.subscribe((since) => {
      if (since === null && failures > 0 && !isReading) turnIfShown()
    })
    document.addEventListener('visibilitychange', turnIfShown)
    addEventListener('online', turnIfShown)
    addEventListener('focus', turnIfResting)
    again.current = turnIfShown
    postpone.current = () => {
      if (isReading) return
      clearTimeout(timer)
      timer = setTimeout(turnIfShown, everyS * CHECK * 1_000)
    }
    void turn()
    return () => {
      isOver = true
      clearTimeout(timer)
      unwatch()
      unhear()
      document.removeEventListener('visibilitychange', turnIfShown)
      removeEventListener('online', turnIfShown)
      removeEventListener('focus', turnIfResting)
    }
  }, [key, everyS, topicList, restsWithout])

  useEffect(() => {
    if (key === '' || channelName === '') return
    return hear(channelName, (event) => {
      // No data is known yet.
      if (event === null) return
      postpone.current()
      setState((before) => {
        const data = dataOf.current?.(event, before.key === key ? before.data : null) ?? null
        return data === null ? before : { key, subject, data, problem: null, at: Date.now() }
      })
    })
  }, [key, channelName])

  const refresh = useCallback(() => again.current(), [])
  const { data, problem, at } = state.subject === subject ? state : NOTHING
  const isOutgrown = data !== null && state.key !== key
  const isAsked = key !== ''
  return useMemo(
    () => ({ data, problem, at, isOutgrown, isAsked, refresh }),
    [data, problem, at, isOutgrown, isAsked, refresh],
  )
}

/** The data, and the key that read it. */
interface State<Data> extends Pick<Live<Data>, 'data' | 'problem' | 'at'> {
  readonly key: string
  readonly subject: string
}

const NOTHING = { data: null, problem: null, at: null }
