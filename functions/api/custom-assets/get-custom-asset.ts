/** GET /v1/custom-assets/{custom_asset_id} */

import { customAssetDetailRecord, toCustomAssetDetailRecord } from '#contract/baskets/custom-asset-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { getCustomAsset } from '#use-cases/baskets/manage-custom-assets.ts'
import { customAssets, frame, markets, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-custom-asset',
    method: 'GET',
    path: '/v1/custom-assets/{custom_asset_id}',
    tag: 'Custom assets',
    summary: 'Get one custom asset with its members',
    scope: 'read',
    request: { path: object({ custom_asset_id: uuid() }) },
    reply: { status: 200, schema: customAssetDetailRecord, write: toCustomAssetDetailRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'read' },
    ifBroken: 'Users cannot read their custom assets. Look at the log of get-custom-asset.',
  },
  () => ({ ...frame(), customAssets: customAssets(), subaccounts: subaccounts(), markets: markets() }),
  (deps, { path, caller }) => getCustomAsset(deps, caller.userId, path.custom_asset_id),
)
