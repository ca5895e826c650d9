/** Checks whether the catalogue of markets and its search snapshot exist and are fresh. */

import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { syncClockStore } from '#adapters/store/markets/sync-clock.ts'
import { HOUR, MINUTE, toIso } from '#domain/kernel/time.ts'
import { CATALOGUE_KEY } from '#lambda/environment.ts'
import { type Examination, ill, well } from '../finding.ts'

/** A quiet service syncs hourly. */
const OLDEST = HOUR + 15 * MINUTE

export const catalogue: Examination = {
  what: 'markets',
  ifBlind:
    'The search snapshot cannot be read. If the deployment is new, wait five minutes; else look at the log of sync-markets.',
  look: async ({ place, table, now }) => {
    const { syncedAt } = await syncClockStore(table).read()
    if (syncedAt === null)
      return [
        ill(
          'The markets were never synced.',
          'After a deployment, wait five minutes. Else look at the log of sync-markets.',
        ),
      ]
    const { client, bucket } = place.catalogue
    await client.send(new HeadObjectCommand({ Bucket: bucket, Key: CATALOGUE_KEY }))
    return [
      now - syncedAt <= OLDEST
        ? well(`synced at ${toIso(syncedAt)}, and the search snapshot is stored`)
        : ill(
            `The markets were last synced at ${toIso(syncedAt)}.`,
            'New markets do not appear, and closed ones stay open. Look at the log of sync-markets.',
          ),
    ]
  },
}
