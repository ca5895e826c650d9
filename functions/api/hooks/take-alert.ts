/** POST /v1/hooks/{hook_id} */

import { acceptedAlert, alertBody, toAlert, toOrderBody } from '#contract/hooks/hook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import type { Hook } from '#domain/hooks/hook.ts'
import { isProblem, type Problem, tooManyRequests } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import type { SeenKeys } from '#lambda/limits/seen-keys.ts'
import { bucketOfAddress } from '#lambda/limits/token-buckets.ts'
import { hookOfSecret, type TakeAlertDeps, takeAlert, WRONG_SECRET } from '#use-cases/hooks/take-alert.ts'
import { hooks, seenHooks } from '../../runtime.ts'
import { ALERT_REFUSALS } from '../orders/order-refusals.ts'
import { type Accepted, findPlaced, placeBody, placingDeps } from '../orders/place-body.ts'

export const handler = endpoint(
  {
    name: 'take-alert',
    method: 'POST',
    path: '/v1/hooks/{hook_id}',
    tag: 'Hooks',
    summary: 'Place the order of a hook',
    description:
      'For alerts of services that cannot send a header: the body holds the `secret` of the hook, and no key is needed. The order is placed once for each `alert_id`; a repeat gets the first order, whatever its values. Limits and halts of the subaccount hold as for POST /v1/orders.',
    scope: 'none',
    request: { path: object({ hook_id: uuid() }), body: alertBody },
    anyType: true,
    hideInput: true,
    reply: { status: 202, schema: acceptedAlert },
    refusals: [
      { status: 401, code: 'wrong_hook_secret', when: 'the secret is wrong, or there is no such hook' },
      ...ALERT_REFUSALS,
      {
        status: 409,
        code: 'hook_disabled',
        when: 'the hook is turned off, or the API key that gave it its secret is revoked',
      },
      { status: 409, code: 'hook_expired', when: 'the hook has expired' },
      { status: 429, code: 'hook_limit', when: 'the order would break a limit of the hook' },
    ],
    uses: {
      table: 'write',
      catalogue: 'read',
      sends: ['execute-order', 'deliver-webhook'],
      exchanges: 'public',
    },
    ifBroken:
      'Alerts place no orders; users can place them. Look at the log of take-alert and at the health of the table.',
  },
  () => ({ ...placingDeps(), hooks: hooks(), seenHooks: seenHooks() }),
  async (deps, { path, body, requested }) => {
    const hook = await admitted(deps, { hookId: path.hook_id, secret: body.secret, address: requested.address })
    if (isProblem(hook)) return hook
    const taken = await takeAlert(alertDeps(deps), hook, toAlert(body))
    return isProblem(taken) ? taken : { svc_order_id: taken.svc_order_id }
  },
)

type Deps = ReturnType<typeof placingDeps> & Pick<TakeAlertDeps<Accepted>, 'hooks'> & { readonly seenHooks: SeenKeys }

/**
 * The hook, if the secret is right. Wrong secrets take from the bucket of their address. Customers of one sender share its addresses, so an empty
 * bucket does not stop hooks that were seen before.
 */
const admitted = async (
  deps: Deps,
  { hookId, secret, address }: { readonly hookId: string; readonly secret: string; readonly address: string },
): Promise<Hook | Problem> => {
  const { buckets, clock, seenHooks } = deps
  const bucket = bucketOfAddress(address)
  const closedFor = seenHooks.has(hookId) ? 0 : buckets.wait(bucket, clock())
  if (closedFor > 0) return tooManyRequests(closedFor)
  const hook = await hookOfSecret(deps, hookId, secret)
  if (hook === null) {
    const wait = buckets.take(bucket, clock())
    return wait > 0 ? tooManyRequests(wait) : WRONG_SECRET
  }
  seenHooks.add(hookId)
  const wait = buckets.take(`hook ${hookId}`, clock())
  return wait > 0 ? tooManyRequests(wait) : hook
}

const alertDeps = (deps: Deps): TakeAlertDeps<Accepted> => ({
  hooks: deps.hooks,
  apiKeys: deps.apiKeys,
  clock: deps.clock,
  findPlaced: (userId, orderId) => findPlaced(deps, 0, userId, orderId),
  place: (template, order, userId) => placeBody(deps, toOrderBody(template, order), userId, order.orderId),
})
