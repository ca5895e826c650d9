/** Checks whether the synced exchange accounts can trade. */

import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { HOUR } from '#domain/kernel/time.ts'
import { type Examination, ill, well } from './finding.ts'

/** Every account with credentials is polled within the hour. */
const AHEAD = 2 * HOUR
const MOST = 2_000

/** Orders go out without a relayer key. Then the owner of the wallet approves and redeems. */
const NEEDED_BY_FEW = ['relayer_key']

export const accounts: Examination = {
  what: 'accounts',
  ifBlind: 'Check that the table can be read.',
  look: async ({ table, now }) => {
    const credentials = credentialsStore(table)
    const due = await dueWork(table, now + AHEAD, MOST)
    const synced = due.filter((work) => work.kind === 'account')
    const checked = await Promise.all(
      synced.map(async ({ subaccountId, exchange }) => {
        const { checks } = await credentials.readiness(subaccountId, exchange)
        return checks
          .filter(({ check, ok }) => ok === false && !NEEDED_BY_FEW.includes(check))
          .map(({ check, detail }) =>
            ill(
              `${exchange} of subaccount ${subaccountId}: ${check}. ${detail}`,
              'Its owner sees the same in GET …/credentials.',
            ),
          )
      }),
    )
    const wrong = checked.flat()
    return wrong.length > 0 ? wrong : [well(`${synced.length} are synced, none of them lacks anything`)]
  },
}
