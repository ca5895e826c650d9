/** Messages of a group have their turns in the order in which they came. */

import { describe, expect, it } from 'vitest'
import { inTurn } from '#lambda/messages/in-turn.ts'

/** Answer of each turn when it came, in the order of the turns. */
const reported = (groups: readonly string[]) => {
  const places = inTurn(groups)
  const turns: Array<readonly [nth: number, before: number | null]> = []
  for (const [nth, place] of places.entries()) void place.mine().then((before) => turns.push([nth, before]))
  const pass = async (nth: number, againAt: number | null = null) => {
    places[nth]?.pass(againAt)
    await new Promise(setImmediate)
  }
  return { turns, pass }
}

describe('the turns of messages', () => {
  it('come one after the other in a group, whichever message is ready first', async () => {
    const { turns, pass } = reported(['a', 'a', 'a'])
    await pass(1)
    expect(turns).toEqual([[0, null]])
    await pass(0)
    expect(turns).toEqual([
      [0, null],
      [1, null],
      [2, null],
    ])
  })

  it('inform later messages of the group about one that was given back, and no other group', async () => {
    const { turns, pass } = reported(['a', 'b', 'a', 'a'])
    await pass(0, 5_000)
    await pass(2, 9_000)
    await pass(1)
    expect(turns.toSorted(([one], [other]) => one - other)).toEqual([
      [0, null],
      [1, null],
      [2, 5_000],
      [3, 5_000],
    ])
  })

  it('count only the first call of a message', async () => {
    const { turns, pass } = reported(['a', 'a'])
    await pass(0, 5_000)
    await pass(0)
    expect(turns.at(-1)).toEqual([1, 5_000])
  })
})
