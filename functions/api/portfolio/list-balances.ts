/** GET /v1/balances */

import { balanceRecord, toBalanceRecord } from '#contract/portfolio/balance-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { readBalances } from '#use-cases/portfolio/read-balances.ts'
import { accountSyncs, exchanges, frame, openAccount, refreshAccounts, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-balances',
    method: 'GET',
    path: '/v1/balances',
    tag: 'Portfolio',
    summary: 'Show the cash at each exchange',
    description:
      'This endpoint asks every exchange for which a subaccount has credentials. Cash of EXCHANGE_A may be 5 s old. For an exchange that does not answer within eight seconds, `balance` is null and `error` has the reason; other exchanges are still shown. EXCHANGE_A keeps money in shards, and an order can only use the shard of its market.',
    scope: 'read',
    request: { query: object({ subaccount_id: optional(uuid()) }) },
    reply: { status: 200, schema: list(balanceRecord) },
    uses: { table: 'read', sends: ['sync-account'], vault: ['open'], exchanges: 'account' },
    ifBroken: 'Users cannot see their cash. Look at the log of list-balances and at the KMS key.',
  },
  () => ({
    ...frame(),
    subaccounts: subaccounts(),
    openAccount: openAccount(),
    exchanges: exchanges(),
    accountSyncs: accountSyncs(),
    refreshAccounts: refreshAccounts(),
  }),
  async (deps, { query, caller, signal }) => {
    const found = await readBalances(deps, caller.userId, query.subaccount_id, signal)
    return found.map(toBalanceRecord)
  },
)
