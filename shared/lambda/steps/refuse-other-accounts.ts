/** Refuses a change of a subaccount that the service does not trade for. Asks nobody: the id of a subaccount shows its kind. */

import { isServed, refusalOfOther } from '#domain/accounts/subaccount-kind.ts'
import { answerOfProblem, Refused } from '../answers/answer.ts'
import { type HttpStep, part } from '../call.ts'
import type { EndpointSpec } from '../declaration.ts'

export const refuseOtherAccounts = ({ method }: Pick<EndpointSpec, 'method'>): HttpStep => ({
  name: 'refuse-other-accounts',
  before: (request) => {
    if (method === 'GET' || method === 'ANY') return
    const { accounts } = part(request, 'deps')
    const { path, body } = part(request, 'input')
    const named = [path, body, fieldOf(body, 'template'), ...ordersIn(body)].flatMap(subaccountIn)
    if (named.every((subaccountId) => isServed(accounts, subaccountId))) return
    throw new Refused(answerOfProblem(refusalOfOther(accounts), () => null))
  },
})

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const subaccountIn = (value: unknown): readonly string[] => {
  const subaccountId = fieldOf(value, 'subaccount_id')
  return typeof subaccountId === 'string' ? [subaccountId] : []
}

/** The orders of a batch. */
const ordersIn = (body: unknown): readonly unknown[] => {
  const orders = fieldOf(body, 'orders')
  return Array.isArray(orders) ? orders : []
}
