/** GET /v1/custom-assets */

import { customAssetRecord, toCustomAssetRecord } from '#contract/baskets/custom-asset-record.ts'
import { list } from '#contract/validation/fields/list.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { listCustomAssets } from '#use-cases/baskets/find-custom-asset.ts'
import { customAssets, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-custom-assets',
    method: 'GET',
    path: '/v1/custom-assets',
    tag: 'Custom assets',
    summary: 'List your custom assets, oldest first',
    description: 'The list has no members; GET /v1/custom-assets/{custom_asset_id} shows them.',
    scope: 'read',
    request: { query: object({ subaccount_id: optional(uuid()) }) },
    reply: { status: 200, schema: list(customAssetRecord) },
    uses: { table: 'read' },
    ifBroken: 'Users cannot list their custom assets. Look at the log of list-custom-assets.',
  },
  () => ({ ...frame(), customAssets: customAssets(), subaccounts: subaccounts() }),
  async (deps, { query, caller }) => {
    const found = await listCustomAssets(deps, caller.userId, query.subaccount_id)
    return found.map(toCustomAssetRecord)
  },
)
