/** The queues of a story: every message is seen, and can be lost, doubled or held back. */

import { MESSAGE_GROUP } from '#local/stack/queues/queue-endpoint.ts'
import type { QueueName, Queues } from '#ports/work/queues.ts'

export interface StoryMessage {
  readonly id: number
  readonly queue: QueueName
  readonly body: string
  readonly group: string
  visibleAt: number
}

export interface StoryQueues extends Queues {
  /** Waiting messages, also those whose time has not come. */
  readonly waiting: StoryMessage[]
  /** Everything ever sent. */
  readonly sent: StoryMessage[]
  /** How many copies of a message arrive: 0 loses it, 2 doubles it. */
  copies: (message: StoryMessage) => number
  /** Extra delay of a message in ms. */
  delay: (message: StoryMessage) => number
}

export const storyQueues = (clock: () => number): StoryQueues => {
  let sequence = 0
  const queues: StoryQueues = {
    waiting: [],
    sent: [],
    copies: () => 1,
    delay: () => 0,
    send: async (queue, body, { group, delayMs = 0 }) => {
      if (!MESSAGE_GROUP.test(group)) throw new Error(`SQS takes no message of the group "${group}"`)
      const delayS = queue === 'execute-order' ? 0 : Math.ceil(delayMs / 1_000)
      const message = { id: 0, queue, body: JSON.stringify(body), group, visibleAt: clock() + delayS * 1_000 }
      queues.sent.push(message)
      for (let copy = queues.copies(message); copy > 0; copy -= 1) {
        sequence += 1
        queues.waiting.push({ ...message, id: sequence, visibleAt: message.visibleAt + queues.delay(message) })
      }
    },
  }
  return queues
}
