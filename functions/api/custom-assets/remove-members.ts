/** DELETE /v1/custom-assets/{custom_asset_id}/members */

import {
  customAssetDetailRecord,
  membersBody,
  toCustomAssetDetailRecord,
} from '#contract/baskets/custom-asset-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { removeMembers } from '#use-cases/baskets/manage-custom-assets.ts'
import { allMarkets, customAssets, frame, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'remove-members',
    method: 'DELETE',
    path: '/v1/custom-assets/{custom_asset_id}/members',
    tag: 'Custom assets',
    summary: 'Remove markets from a custom asset',
    description:
      'Removing a market that is not a member is safe. If any market is unknown, nothing is removed. Orders in progress keep the members they were accepted with.',
    scope: 'trade',
    request: { path: object({ custom_asset_id: uuid() }), body: membersBody },
    reply: { status: 200, schema: customAssetDetailRecord, write: toCustomAssetDetailRecord },
    refusals: [NOT_FOUND],
    uses: { table: 'write', catalogue: 'read' },
    ifBroken: 'Users cannot change the members of their custom assets. Look at the log of remove-members.',
  },
  () => ({ ...frame(), customAssets: customAssets(), subaccounts: subaccounts(), markets: allMarkets() }),
  (deps, { path, body, caller }) => removeMembers(deps, caller.userId, path.custom_asset_id, body.svc_ids),
)
