/**
 * What a run has in hand of a FIFO queue whose consumer gives messages back. A message that takes long leaves the queue before its run ends,
 * so that its group goes on without it, and one that is to come again does not wait for the others of its run.
 */

import type { After } from '#ports/kernel/clock.ts'
import { inTurn, type Turn } from './in-turn.ts'

/** One message's place among those of its group. Instants are in ms. */
export interface Place extends Turn {
  /** Whether it can still be given back: it has not come too often, and has not left the queue. */
  canBeGivenBack(): boolean
  /** Its group stays with this run for so long, however long that takes, and longer by what others ask for. */
  keepGroup(ms: number): void
}

export interface HeldMessage {
  readonly group: string
  readonly receipt: string
  /** Whether it may come again. */
  readonly mayComeAgain: boolean
}

export interface InHandDeps {
  /** Takes messages off the queue. Never throws. */
  readonly letGo: (receipts: readonly string[]) => Promise<void>
  /** They come again then. Never throws. */
  readonly handBack: (receipts: readonly string[], againAt: number) => Promise<void>
  readonly after: After
}

export interface InHand {
  readonly places: readonly Place[]
  /** What became of a message: when it is to come again, or null when it is done with. */
  ended(nth: number, againAt: number | null): void
  /** All have ended. Answers which of them come again, once the queue knows. */
  close(): Promise<ReadonlySet<number>>
}

/** How long a run keeps a group of which a message takes longer. What comes behind it waits this long, and as long as the queue takes. */
const KEPT_MS = 300

type State = 'waits' | 'passed' | 'done' | { readonly againAt: number }

export const inHand = (messages: readonly HeldMessage[], { letGo, handBack, after }: InHandDeps): InHand => {
  const states: State[] = messages.map(() => 'waits')
  /** Those that the queue need not be told of any more. */
  const told = new Set<number>()
  const comeAgain = new Set<number>()
  const groups = Map.groupBy(messages.keys(), (nth) => messages[nth]?.group ?? '')
  /** Of each group: for how many timers it is kept, and for how long it was asked to be. */
  const keeps = new Map<string, number>()
  const asked = new Map<string, number>()
  let telling = Promise.resolve()

  const receiptsOf = (some: readonly number[]): string[] => some.map((nth) => messages[nth]?.receipt ?? '')

  /** What has had its turn leaves the queue; what comes again goes back, once nothing of its group is before its turn. */
  const tell = async (isOver: boolean): Promise<void> => {
    const leave: number[] = []
    const back: Array<{ readonly some: number[]; readonly againAt: number }> = []
    for (const [group, members] of groups) {
      if (!isOver && (keeps.get(group) ?? 0) > 0) continue
      const left = members.filter((nth) => !told.has(nth))
      if (!isOver) leave.push(...left.filter((nth) => states[nth] === 'passed' || states[nth] === 'done'))
      const some = left.filter((nth) => typeof states[nth] === 'object')
      const isDecided = left.every((nth) => states[nth] !== 'waits')
      if (some.length > 0 && isDecided)
        back.push({ some, againAt: Math.max(...some.map((nth) => againAtOf(states[nth]))) })
    }
    // Before the queue answers: from now on they cannot be given back.
    for (const nth of leave) told.add(nth)
    for (const { some } of back)
      for (const nth of some) {
        told.add(nth)
        comeAgain.add(nth)
      }
    await Promise.all([
      ...(leave.length > 0 ? [letGo(receiptsOf(leave))] : []),
      ...back.map(({ some, againAt }) => handBack(receiptsOf(some), againAt)),
    ])
  }

  const look = (): void => {
    if (states.some((state) => state === 'waits' || state === 'passed')) telling = telling.then(() => tell(false))
  }

  const keep = (group: string, ms: number): void => {
    keeps.set(group, (keeps.get(group) ?? 0) + 1)
    after(ms, () => {
      keeps.set(group, (keeps.get(group) ?? 0) - 1)
      look()
    })
  }
  for (const group of groups.keys()) keep(group, KEPT_MS)

  const keepOn = (group: string, ms: number): void => {
    const sum = (asked.get(group) ?? 0) + ms
    asked.set(group, sum)
    keep(group, sum)
  }

  const turns = inTurn(messages.map(({ group }) => group))
  return {
    places: turns.map((turn, nth) => ({
      mine: turn.mine,
      pass: (againAt) => {
        turn.pass(againAt)
        if (againAt !== null || states[nth] !== 'waits') return
        states[nth] = 'passed'
        look()
      },
      canBeGivenBack: () => messages[nth]?.mayComeAgain === true && !told.has(nth),
      keepGroup: (ms) => keepOn(messages[nth]?.group ?? '', ms),
    })),
    ended: (nth, againAt) => {
      turns[nth]?.pass(null)
      states[nth] = againAt === null ? 'done' : { againAt }
      look()
    },
    close: async () => {
      telling = telling.then(() => tell(true))
      await telling
      return comeAgain
    },
  }
}

const againAtOf = (state: State | undefined): number => (typeof state === 'object' ? state.againAt : 0)
