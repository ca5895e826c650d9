/** Slow messages leave their queue before the run ends, so that their group continues. Messages that come again do not wait for others. */

import { describe, expect, it } from 'vitest'
import { InFlight } from '#lambda/messages/in-flight.ts'

/** Run with a message of each of these groups, on a clock that the test moves. Receipts are `a1`, `a2` … by group. */
const run = (groups: string, mayComeAgain: (receipt: string) => boolean = () => true) => {
  const timers: Array<{ readonly at: number; readonly act: () => void }> = []
  const said: Array<readonly [at: number, what: 'gone' | number, receipts: string]> = []
  let now = 0
  const receipts = [...groups].map(
    (group, nth) => `${group}${[...groups.slice(0, nth)].filter((g) => g === group).length + 1}`,
  )
  const hand = new InFlight(
    receipts.map((receipt) => ({ group: receipt.slice(0, 1), receipt, mayComeAgain: mayComeAgain(receipt) })),
    {
      acknowledgeEarly: async (some) => void said.push([now, 'gone', some.join(' ')]),
      requeue: async (some, againAt) => void said.push([now, againAt, some.join(' ')]),
      after: (ms, act) => {
        timers.push({ at: now + ms, act })
        return () => undefined
      },
    },
  )
  const rest = () => new Promise(setImmediate)
  const nthOf = (receipt: string): number => receipts.indexOf(receipt)
  return {
    said,
    rest,
    pass: (receipt: string, againAt: number | null = null) => hand.places[nthOf(receipt)]?.pass(againAt),
    keepGroup: (receipt: string, ms: number) => hand.places[nthOf(receipt)]?.keepGroup(ms),
    canBeGivenBack: (receipt: string) => hand.places[nthOf(receipt)]?.canBeGivenBack(),
    end: (receipt: string, againAt: number | null = null) => hand.ended(nthOf(receipt), againAt),
    close: async () => [...(await hand.close())].map((nth) => receipts[nth]),
    until: async (at: number) => {
      now = at
      for (const timer of timers.filter((one) => one.at <= at)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.act()
      }
      await rest()
    },
  }
}

describe('a run of messages', () => {
  it('makes no call to its queue if it ends soon', async () => {
    const { said, pass, end, close, until } = run('aa')
    pass('a1')
    end('a1')
    await until(200)
    end('a2')
    expect(await close()).toEqual([])
    await until(300)
    expect(said).toEqual([])
  })

  it('deletes all messages that have had their turn as soon as one takes long, in one call', async () => {
    const { said, pass, end, until, canBeGivenBack } = run('aab')
    pass('a1')
    end('a1')
    pass('a2')
    end('b1')
    await until(299)
    expect([said, canBeGivenBack('a2')]).toEqual([[], true])
    await until(300)
    expect([said, canBeGivenBack('a2')]).toEqual([[[300, 'gone', 'a1 a2 b1']], false])
  })

  it('keeps a message that waits for its turn, and deletes it after its turn', async () => {
    const { said, pass, until, rest } = run('aa')
    pass('a1')
    await until(300)
    expect(said).toEqual([[300, 'gone', 'a1']])
    pass('a2')
    await rest()
    expect(said).toEqual([
      [300, 'gone', 'a1'],
      [300, 'gone', 'a2'],
    ])
  })

  it('keeps a group for as long as its messages request together, and no other group', async () => {
    const { said, pass, keepGroup, until } = run('aab')
    for (const receipt of ['a1', 'a2']) {
      keepGroup(receipt, 400)
      pass(receipt)
    }
    pass('b1')
    await until(300)
    await until(799)
    expect(said).toEqual([[300, 'gone', 'b1']])
    await until(800)
    expect(said.at(-1)).toEqual([800, 'gone', 'a1 a2'])
  })

  it('gives messages back together, without waiting for a slow one that has had its turn', async () => {
    const { said, pass, end, until, close } = run('aaab')
    pass('a1')
    pass('a2', 5_000)
    end('a2', 5_000)
    pass('b1')
    await until(300)
    expect(said).toEqual([[300, 'gone', 'a1 b1']])
    pass('a3', 6_000)
    end('a3', 6_000)
    await until(301)
    expect(said.at(-1)).toEqual([301, 6_000, 'a2 a3'])
    end('a1')
    end('b1')
    expect(await close()).toEqual(['a2', 'a3'])
    expect(said).toHaveLength(2)
  })

  it('gives the remaining messages back at its end', async () => {
    const { said, end, close } = run('ab')
    end('a1', 5_000)
    end('b1')
    expect(await close()).toEqual(['a1'])
    expect(said).toEqual([[0, 5_000, 'a1']])
  })

  it('gives no message back that came too often', async () => {
    const { canBeGivenBack } = run('aa', (receipt) => receipt !== 'a1')
    expect([canBeGivenBack('a1'), canBeGivenBack('a2')]).toEqual([false, true])
  })
})
