/** PATCH /v1/custom-assets/{custom_asset_id} */

import { changeCustomAssetBody, customAssetRecord, toCustomAssetRecord } from '#contract/baskets/custom-asset-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { changeCustomAsset } from '#use-cases/baskets/manage-custom-assets.ts'
import { customAssets, frame, markets, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'change-custom-asset',
    method: 'PATCH',
    path: '/v1/custom-assets/{custom_asset_id}',
    tag: 'Custom assets',
    summary: 'Change a custom asset',
    description:
      'Absent fields stay as they are. A null `description` clears it. Orders in progress keep the allocation they were accepted with.',
    scope: 'trade',
    request: { path: object({ custom_asset_id: uuid() }), body: changeCustomAssetBody },
    reply: { status: 200, schema: customAssetRecord, write: toCustomAssetRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write' },
    ifBroken: 'Users cannot change their custom assets. Look at the log of change-custom-asset.',
  },
  () => ({ ...frame(), customAssets: customAssets(), subaccounts: subaccounts(), markets: markets() }),
  (deps, { path, body, caller }) => changeCustomAsset(deps, caller.userId, path.custom_asset_id, body),
)
