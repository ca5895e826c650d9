/** A local queue hands out messages in the turns that SQS gives its groups. */

import { describe, expect, it } from 'vitest'
import { MessageQueue, type QueuedMessage } from '#local/stack/queues/message-queue.ts'

const message = (id: string, group = id[0] ?? ''): QueuedMessage => ({
  id,
  group,
  body: '',
  attributes: {},
  sentAt: 0,
  received: 0,
})

/** A queue in which these wait, and which names what it hands out. */
const queueOf = (ids: readonly string[], isFifo = false) => {
  const queue = new MessageQueue(isFifo)
  for (const id of ids) queue.add(message(id), 0)
  return Object.assign(queue, { names: (most: number, now = 0) => queue.take(most, now).map(({ id }) => id) })
}
const many = (group: string, count: number) => Array.from({ length: count }, (_, n) => `${group}${n}`)

describe('a standard queue', () => {
  it('gives a group that has little out the next turn, whatever others have waiting', () => {
    const queue = queueOf(many('loud', 1_000).map((id) => id))
    expect(queue.names(10)).toEqual(many('loud', 10))
    queue.add(message('quiet', 'quiet'), 0)
    expect([queue.names(2), queue.names(2)]).toEqual([
      ['quiet', 'loud10'],
      ['loud11', 'loud12'],
    ])
  })

  it('gives groups with as much out turns one after the other', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
    expect(queue.names(6)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('delays no group by a backlog of another while the loud one holds every run', () => {
    const queue = new MessageQueue(false)
    const events: Array<readonly [at: number, id: string]> = []
    for (const id of many('loud', 2_000)) queue.add(message(id, 'loud'), 0)
    for (let second = 1; second <= 20; second += 1) queue.add(message(`quiet${second}`, 'quiet'), second * 1_000)
    // Twenty places, and each message holds one for 200 ms: the loud group alone needs twenty seconds of them all.
    let held: Array<{ readonly until: number; readonly message: QueuedMessage }> = []
    for (let now = 0; now <= 21_000; now += 50) {
      for (const { message } of held.filter(({ until }) => until <= now)) queue.done(message)
      held = held.filter(({ until }) => until > now)
      for (const taken of queue.take(20 - held.length, now)) {
        held.push({ until: now + 200, message: taken })
        events.push([now, taken.id])
      }
    }
    const delays = events
      .filter(([, id]) => id.startsWith('quiet'))
      .map(([at, id]) => at - 1_000 * Number(id.slice('quiet'.length)))
    expect(delays).toHaveLength(20)
    expect(Math.max(...delays)).toBeLessThanOrEqual(200)
  })

  it('shows a delayed message when its time has come, and reports that time', () => {
    const queue = queueOf([])
    queue.add(message('later'), 2_000)
    queue.add(message('soon'), 1_000)
    expect([queue.names(10, 999), queue.nextAt()]).toEqual([[], 1_000])
    expect([queue.names(10, 1_000), queue.nextAt()]).toEqual([['soon'], 2_000])
    expect([queue.names(10, 2_000), queue.nextAt()]).toEqual([['later'], null])
  })

  it('counts what comes back, and keeps it out until then', () => {
    const queue = new MessageQueue(false)
    queue.add(message('a'), 0)
    const [first] = queue.take(1, 0)
    expect(first?.received).toBe(1)
    queue.comeBack(first ?? message('a'), 500)
    expect([queue.take(1, 499), queue.counts(499)]).toEqual([[], { waiting: 0, out: 1, delayed: 0 }])
    expect(queue.take(1, 500)).toMatchObject([{ id: 'a', received: 2 }])
  })
})

describe('a FIFO queue', () => {
  it('has one batch of a group out at a time, as long as the group has messages', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'b1'], true)
    expect([queue.names(2), queue.names(2), queue.names(2)]).toEqual([['a1', 'a2'], ['b1'], []])
    for (const id of ['a1', 'a2']) queue.done(message(id))
    expect(queue.names(2)).toEqual(['a3'])
  })

  it('serves the group first whose last turn is longest ago', () => {
    const queue = queueOf(['a1', 'a2', 'b1', 'b2'], true)
    expect(queue.names(1)).toEqual(['a1'])
    queue.done(message('a1'))
    expect(queue.names(1)).toEqual(['b1'])
    queue.done(message('b1'))
    queue.add(message('c1'), 0)
    expect([queue.names(1), queue.names(1), queue.names(1)]).toEqual([['c1'], ['a2'], ['b2']])
  })

  it('keeps the order of a group whose messages come back together, or one after the other', () => {
    for (const later of [500, 600]) {
      const queue = queueOf(['a1', 'a2', 'a3', 'a4'], true)
      const [first, second, third] = queue.take(3, 0)
      queue.done(first ?? message('a1'))
      queue.comeBack(second ?? message('a2'), 500)
      queue.comeBack(third ?? message('a3'), later)
      expect(queue.names(3, 499)).toEqual([])
      expect(queue.names(3, later)).toEqual(['a2', 'a3', 'a4'])
    }
  })

  it('holds a group until its failed message is back, and hands that out first', () => {
    const queue = queueOf(['a1', 'a2'], true)
    const [failed] = queue.take(1, 0)
    queue.comeBack(failed ?? message('a1'), 500)
    expect([queue.names(1, 499), queue.names(1, 500)]).toEqual([[], ['a1']])
  })
})
