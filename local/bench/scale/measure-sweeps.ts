/** How fast overdue work is taken up, and what a heap of others' work does to an order that must act now. */

import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { startDynamoDb } from '../../stack/dynamodb.ts'
import { rounded, textTable } from '../text-table.ts'
import { accountRows, dayRows, lostOrder, orderRows } from './due-rows.ts'
import { AWS_LATENCIES, openSweepDesk, type SweepDesk } from './sweep-desk.ts'

export interface SweepCost {
  readonly what: string
  readonly rows: number
  readonly ms: number
  readonly cpuMs: number
  readonly readUnits: number
  readonly writeUnits: number
  /** How long an order that fell due in the middle of it waited for its message, in ms. */
  readonly urgentMs: number
}

type Fill = (count: number, now: number) => ReturnType<typeof orderRows>

const users = (count: number): readonly string[] => Array.from({ length: count }, () => v7())

const HEAPS: Readonly<Record<string, Fill>> = {
  'orders of many users': (count, now) => orderRows(users(1_000), count, now),
  'orders of one user': (count, now) => orderRows(users(1), count, now),
  'accounts of a stalled exchange': accountRows,
  'trading days at midnight': dayRows,
}

/** Each heap of `rows` pieces of work in a table of its own. */
export const measureSweeps = async (rows: number, progress: (text: string) => void): Promise<readonly SweepCost[]> => {
  const engine = await startDynamoDb()
  try {
    const costs: SweepCost[] = []
    for (const [what, fill] of Object.entries(HEAPS)) {
      progress(`sweeps: ${rows} ${what}`)
      const desk = await openSweepDesk(engine.endpoint, `sweeps-${costs.length}`, AWS_LATENCIES)
      await desk.table.putAll(fill(rows, desk.startedAt - 1_000))
      costs.push({ what, rows, ...(await sweepAll(desk)) })
    }
    return costs
  } finally {
    await engine.stop()
  }
}

const sweepAll = async (desk: SweepDesk): Promise<Omit<SweepCost, 'what' | 'rows'>> => {
  const before = desk.units()
  const cpu = process.cpuUsage()
  const began = performance.now()
  const urgent = urgentOrder(desk)
  await desk.sweep()
  const ended = performance.now()
  const used = process.cpuUsage(cpu)
  const after = desk.units()
  return {
    ms: ended - began,
    cpuMs: (used.user + used.system) / 1_000,
    readUnits: after.read - before.read,
    writeUnits: after.write - before.write,
    urgentMs: await urgent,
  }
}

/** Falls due while the heap is being swept. */
const urgentOrder = async (desk: SweepDesk): Promise<number> => {
  await pause(500)
  const order = lostOrder(v7(), 'IOC', desk.startedAt)
  await orderStore(desk.table).create(order)
  const storedAt = performance.now()
  while (!desk.sentAt.has(order.orderId)) await pause(5)
  return (desk.sentAt.get(order.orderId) ?? storedAt) - storedAt
}

export const sweepsText = (costs: readonly SweepCost[]): string =>
  textTable(
    [
      'overdue',
      'pieces',
      'a second',
      'CPU ms each',
      'read units each',
      'write units each',
      'an order that must act now waits',
    ],
    costs.map(({ what, rows, ms, cpuMs, readUnits, writeUnits, urgentMs }) => [
      what,
      rows.toLocaleString('en'),
      rounded(Math.round((rows / ms) * 1_000)),
      rounded(cpuMs / rows),
      rounded(readUnits / rows),
      rounded(writeUnits / rows),
      `${Math.round(urgentMs)} ms`,
    ]),
  )
