/** Sends changes to the open streams of a user, and closes streams of revoked keys. */

import { object, string } from 'valibot'
import { toEventText, toFarewell, toOversizeText } from '#contract/streams/server-message.ts'
import { consumer } from '#lambda/consumer.ts'
import { pushChanges } from '#use-cases/streams/push-changes.ts'
import { after, apiKeys, changes, clock, log, outbox, streamSender, streams } from '../runtime.ts'

export const handler = consumer(
  {
    name: 'push-changes',
    queue: 'push-changes',
    // A group is a user: streams get the user's changes in order.
    fifo: true,
    message: object({ userId: string() }),
    // A batch may hold messages of several groups, and is carried out side by side.
    batchSize: 1,
    timeoutS: 60,
    uses: { table: 'write', alsoWrites: ['remove'], streams: 'push' },
    ifBroken: 'Streams show no changes of orders; GET /v1/changes still does. Look at the log of push-changes.',
  },
  () => ({
    apiKeys: apiKeys(),
    streams: streams(),
    changes: changes(),
    outbox: outbox(),
    sender: streamSender(),
    farewell: toFarewell,
    eventText: toEventText,
    oversizeText: toOversizeText,
    after,
    clock,
    log,
  }),
  (deps, { userId }) => pushChanges(deps, userId),
)
