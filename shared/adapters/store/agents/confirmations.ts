/** Confirmations of agents and the costs of their days, each in a partition of its own; DynamoDB drops them when they are over. */

import type { AgentDay, AgentSpend } from '#domain/agents/agent-day.ts'
import type { Confirmation } from '#domain/agents/confirmation.ts'
import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { DAY } from '#domain/kernel/time.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import { id, idBehind, moneyValue, orNull, text, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { agentDayKey, CONFIRMATIONS, confirmationKey } from '../engine/keys.ts'
import { ifThere, mapOf, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

/** One row for each preview. */
export const confirmationStore = (table: Table): ConfirmationStore => ({
  get: async (confirmationId) =>
    ifThere(await table.get(confirmationKey(confirmationId)), (row) => readRow(row, CONFIRMATION.read)),

  save: (one) => putIf(table, confirmationToRow(one), byVersion(one.version)),

  saveUse: async (one, day) => {
    const changes = [
      { put: confirmationToRow(one), expect: byVersion(one.version) },
      ...(day === null ? [] : [{ put: dayToRow(day), expect: byVersion(day.version) }]),
    ]
    return (await table.write(changes)).written
  },

  dayOf: async (subaccountId, startsAt) =>
    ifThere(await table.get(agentDayKey(subaccountId, startsAt)), (row) => readRow(row, AGENT_DAY.read)),
})

const confirmationToRow = (one: Confirmation) => ({
  ...CONFIRMATION.write({ ...one, version: one.version + 1 }),
  ...confirmationKey(one.confirmationId),
  ttl: Math.ceil((one.createdAt + DAY) / 1_000),
})

const dayToRow = (day: AgentDay) => ({
  ...AGENT_DAY.write({ ...day, version: day.version + 1 }),
  ...agentDayKey(day.subaccountId, day.startsAt),
  ttl: Math.ceil((day.startsAt + 2 * DAY) / 1_000),
})

const AGENT_DAY = rowOf<AgentDay>({
  subaccountId: ['pk', idBehind(CONFIRMATIONS)],
  startsAt: ['at', whole],
  cost: ['c', moneyValue],
  version: ['v', whole],
})

const CONFIRMATION = rowOf<Confirmation>({
  confirmationId: ['pk', idBehind(CONFIRMATIONS)],
  userId: ['u', id],
  keyId: ['k', id],
  tool: ['to', text],
  request: ['rq', mapOf<PreparedRequest>({ method: ['m', text], path: ['p', text], body: ['b', orNull(text)] })],
  spend: ['sp', orNull(mapOf<AgentSpend>({ subaccountId: ['s', id], cost: ['c', moneyValue] }))],
  createdAt: ['at', whole],
  usedAt: ['us', orNull(whole)],
  version: ['v', whole],
})
