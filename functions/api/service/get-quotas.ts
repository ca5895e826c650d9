/** GET /v1/quotas */

import { quotaRecord } from '#contract/accounts/quota-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { readQuotas } from '#use-cases/accounts/quotas/read-quotas.ts'
import { listCustomAssets } from '#use-cases/baskets/find-custom-asset.ts'
import {
  countedComplexOrders,
  customAssets,
  deliveries,
  frame,
  orders,
  outbox,
  quotas,
  requestCountRows,
  subaccounts,
  webhooks,
} from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-quotas',
    method: 'GET',
    path: '/v1/quotas',
    tag: 'Service',
    summary: 'List your quotas and their use',
    description:
      'A request beyond a quota is refused and has no effect. Orders of stops that fire, and exits of the parent’s position, count and are never refused. Each quota is a setting of the operator.',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: list(quotaRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot see their quotas. Look at the log of get-quotas.',
  },
  () => ({
    ...frame(),
    quotas: quotas(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: countedComplexOrders(),
    customAssets: customAssets(),
    webhooks: webhooks(),
    outbox: outbox(),
    deliveries: deliveries(),
    requestCountRows: requestCountRows(),
  }),
  async (deps, { caller }) => {
    const custom = { listCustomAssets: (userId: string) => listCustomAssets(deps, userId) }
    const used = await readQuotas({ ...deps, ...custom }, caller.userId)
    return [...used]
  },
)
