/** POST /v1/subaccounts/{subaccount_id}/paper/reset */

import { paperResetBody, paperResetRecord, toPaperResetRecord } from '#contract/accounts/paper-reset-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { money } from '#domain/kernel/numbers.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { resetPaper } from '#use-cases/wind-down/reset-paper.ts'
import {
  accountSyncs,
  credentials,
  equity,
  fills,
  frame,
  papers,
  pause,
  positions,
  publishedComplexOrders,
  publishedOrders,
  queues,
  subaccounts,
  tradingDays,
} from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'reset-paper',
    method: 'POST',
    path: '/v1/subaccounts/{subaccount_id}/paper/reset',
    tag: 'Subaccounts',
    summary: 'Begin paper accounts again',
    description:
      'Cancels all orders and complex orders, then begins the paper accounts of the subaccount again: with `cash`, or with the cash of their credentials. Earlier orders and fills stay listed, and no longer count in positions, profit and limits. The body may be left out. Repeat a request that did not answer.',
    scope: 'admin',
    request: { path: object({ subaccount_id: uuid() }), body: paperResetBody },
    reply: { status: 200, schema: paperResetRecord },
    refusals: [
      NOT_FOUND,
      { status: 409, code: 'not_paper', when: 'the subaccount is no paper account' },
      { status: 409, code: 'credentials_missing', when: 'no paper account is stored' },
      { status: 409, code: 'live_orders', when: 'cancelled orders have not left their books yet' },
    ],
    uses: {
      table: 'write',
      alsoWrites: ['remove', 'bulk'],
      sends: [
        'execute-order',
        'cancel-order',
        'execute-basket',
        'advance-contingents',
        'deliver-webhook',
        'sync-account',
        'sweep-soon',
      ],
    },
    timeoutS: 29,
    ifBroken: 'Users cannot begin paper accounts again. Look at the log of reset-paper; a repeat completes a reset.',
  },
  () => ({
    ...frame(),
    orders: publishedOrders(),
    complexOrders: publishedComplexOrders(),
    subaccounts: subaccounts(),
    credentials: credentials(),
    accountSyncs: accountSyncs(),
    papers: papers(),
    positions: positions(),
    fills: fills(),
    equity: equity(),
    tradingDays: tradingDays(),
    queues: queues(),
    pause,
  }),
  async (deps, { path, body, caller, newId }) => {
    const { subaccount_id: subaccountId } = path
    const cash = body.cash === undefined ? null : money(body.cash)
    const accounts = await resetPaper(deps, { userId: caller.userId, subaccountId, resetId: newId, cash })
    return isProblem(accounts) ? accounts : toPaperResetRecord(subaccountId, accounts)
  },
)
