/** POST /v1/custom-assets/{custom_asset_id}/members */

import {
  customAssetDetailRecord,
  membersBody,
  toCustomAssetDetailRecord,
} from '#contract/baskets/custom-asset-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { addMembers } from '#use-cases/baskets/manage-custom-assets.ts'
import { allMarkets, customAssets, frame, quotas, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'add-members',
    method: 'POST',
    path: '/v1/custom-assets/{custom_asset_id}/members',
    tag: 'Custom assets',
    summary: 'Add markets to a custom asset',
    description: 'Adding a member again is safe. If any market is unknown, nothing is added.',
    scope: 'trade',
    request: { path: object({ custom_asset_id: uuid() }), body: membersBody },
    reply: { status: 200, schema: customAssetDetailRecord, write: toCustomAssetDetailRecord },
    refusals: [NOT_FOUND, quotaRefusal('custom_asset_members')],
    uses: { table: 'write', catalogue: 'read' },
    ifBroken: 'Users cannot change the members of their custom assets. Look at the log of add-members.',
  },
  () => ({
    ...frame(),
    customAssets: customAssets(),
    subaccounts: subaccounts(),
    markets: allMarkets(),
    quotas: quotas(),
  }),
  (deps, { path, body, caller }) => addMembers(deps, caller.userId, path.custom_asset_id, body.svc_ids),
)
