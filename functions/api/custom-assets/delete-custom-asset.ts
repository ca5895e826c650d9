/** DELETE /v1/custom-assets/{custom_asset_id} */

import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { deleteCustomAsset } from '#use-cases/baskets/manage-custom-assets.ts'
import { complexOrders, customAssets, frame, orders, subaccounts } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'delete-custom-asset',
    method: 'DELETE',
    path: '/v1/custom-assets/{custom_asset_id}',
    tag: 'Custom assets',
    summary: 'Delete a custom asset',
    description: 'Markets bought through it stay: they are positions of the subaccount like any other.',
    scope: 'trade',
    request: { path: object({ custom_asset_id: uuid() }) },
    reply: { status: 204, schema: null },
    refusals: [NOT_FOUND, { status: 409, code: 'custom_asset_in_use', when: 'it has live orders or complex orders' }],
    uses: { table: 'write', alsoWrites: ['remove'] },
    ifBroken: 'Users cannot delete their custom assets. Look at the log of delete-custom-asset.',
  },
  () => ({
    ...frame(),
    customAssets: customAssets(),
    subaccounts: subaccounts(),
    orders: orders(),
    complexOrders: complexOrders(),
  }),
  (deps, { path, caller }) => deleteCustomAsset(deps, caller.userId, path.custom_asset_id),
)
