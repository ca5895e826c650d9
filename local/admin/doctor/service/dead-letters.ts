/** Checks whether the queues keep up, and no message was put aside. */

import type { QueueName } from '#ports/work/queues.ts'
import { queueCounts } from '../../environment/queue-counts.ts'
import { type Examination, ill, well } from '../finding.ts'

/** A burst is carried out within seconds. So many are no burst. */
const MANY = 1_000

const counted = (count: number): string => (count === 1 ? '1 message' : `${count} messages`)

export const deadLetters: Examination = {
  what: 'queues',
  ifBlind: 'Check that the service runs, and that you may read the attributes of its queues.',
  look: async ({ place }) => {
    const counts = await Promise.all(
      Object.keys(place.queues.urls).map((queue) => queueCounts(place, queue as QueueName)),
    )
    const wrong = counts.flatMap(({ queue, dead, waiting }) => [
      ...(dead === 0
        ? []
        : [
            ill(
              `${counted(dead)} of ${queue} ${dead === 1 ? 'was' : 'were'} put aside.`,
              `Read docs/operations.md, "Dead-letter queues"; then npm run admin -- purge-dead-letters ${queue}.`,
            ),
          ]),
      ...(waiting < MANY
        ? []
        : [
            ill(
              `${waiting} messages wait in ${queue}.`,
              `Check that ${queue} runs: its event source mapping, its throttles, the concurrency of the account.`,
            ),
          ]),
    ])
    const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
    return wrong.length > 0 ? wrong : [well(`${counts.length} queues, ${waiting} messages wait, none was put aside`)]
  },
}
