/** POST /v1/custom-assets */

import {
  createCustomAssetBody,
  customAssetDetailRecord,
  toCustomAssetDetailRecord,
} from '#contract/baskets/custom-asset-record.ts'
import { quotaRefusal } from '#domain/accounts/quotas.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { creatingEndpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { createCustomAsset, getCustomAsset } from '#use-cases/baskets/manage-custom-assets.ts'
import { allMarkets, customAssets, frame, quotas, subaccounts } from '../../runtime.ts'

export const handler = creatingEndpoint(
  {
    name: 'create-custom-asset',
    method: 'POST',
    path: '/v1/custom-assets',
    tag: 'Custom assets',
    summary: 'Create a custom asset',
    description:
      'A custom asset is a named basket of up to 100 markets of both exchanges. It belongs to a subaccount. A market listed twice counts once.',
    scope: 'trade',
    request: { body: createCustomAssetBody },
    reply: { status: 201, schema: customAssetDetailRecord, write: toCustomAssetDetailRecord },
    refusals: [NOT_FOUND, quotaRefusal('custom_assets'), quotaRefusal('custom_asset_members')],
    uses: { table: 'write', catalogue: 'read' },
    ifBroken: 'Users cannot create custom assets. Look at the log of create-custom-asset.',
  },
  () => ({
    ...frame(),
    customAssets: customAssets(),
    subaccounts: subaccounts(),
    markets: allMarkets(),
    quotas: quotas(),
  }),
  (deps, { body, caller, newId }) =>
    createCustomAsset(deps, {
      customAssetId: newId,
      userId: caller.userId,
      subaccountId: body.subaccount_id,
      name: body.name,
      description: body.description ?? null,
      allocation: body.allocation ?? 'EQUAL',
      svcIds: body.svc_ids ?? [],
    }),
  async (deps, { caller, newId }) => {
    const found = await getCustomAsset(deps, caller.userId, newId)
    return isProblem(found) ? null : found
  },
)
