/** How fast overdue work is taken up, and what a heap of others' work does to an order that must act now. */

import { setTimeout as pause } from 'node:timers/promises'
import { v7 } from 'uuid'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { startDynamoDb } from '../../stack/aws/dynamodb.ts'
import { rounded, textTable } from '../text-table.ts'
import { accountRows, dayRows, eventRows, holdingRows, lostOrder, orderRows } from './due-rows.ts'
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

const HEAPS = {
  'orders of many users': (count: number, now: number) => orderRows(users(1_000), count, now),
  'orders of one user': (count: number, now: number) => orderRows(users(1), count, now),
  'accounts of a stalled exchange': accountRows,
  'accounts that only hold something': holdingRows,
  'events of webhooks': eventRows,
  'trading days at midnight': dayRows,
} as const satisfies Readonly<Record<string, Fill>>

const HEAP_NAMES = Object.keys(HEAPS) as Heap[]

export type Heap = keyof typeof HEAPS

/** All heaps of `rows` pieces of work, one after the other. */
export const measureSweeps = async (rows: number, progress: (text: string) => void): Promise<readonly SweepCost[]> => {
  const costs: SweepCost[] = []
  for (const what of HEAP_NAMES) {
    progress(`sweeps: ${rows} ${what}`)
    const cost = await measureHeap(what, rows)
    costs.push(cost)
    progress(`sweeps: swept in ${(cost.ms / 1_000).toFixed(1)} s`)
  }
  return costs
}

/** One heap, in an engine of its own. */
export const measureHeap = async (what: Heap, rows: number): Promise<SweepCost> => {
  const engine = await startDynamoDb()
  try {
    const desk = await openSweepDesk(engine.endpoint, 'sweeps', AWS_LATENCIES)
    await desk.table.putAll(HEAPS[what](rows, desk.startedAt - 1_000))
    return { what, rows, ...(await sweepAll(desk)) }
  } finally {
    await engine.stop()
  }
}

const sweepAll = async (desk: SweepDesk): Promise<Omit<SweepCost, 'what' | 'rows'>> => {
  const before = desk.units()
  const cpu = process.cpuUsage()
  const began = performance.now()
  const urgent = urgentOrder(desk)
  while ((await desk.sweep()) > 0);
  const ended = performance.now()
  const used = process.cpuUsage(cpu)
  const after = desk.units()
  const urgentMs = await sweptOut(desk, urgent)
  return {
    ms: ended - began,
    cpuMs: (used.user + used.system) / 1_000,
    readUnits: after.read - before.read,
    writeUnits: after.write - before.write,
    urgentMs,
  }
}

/** A small heap is gone before the urgent order falls due. */
const sweptOut = async (desk: SweepDesk, urgent: Promise<number>): Promise<number> => {
  let found: number | null = null
  const waiting = urgent.then((ms) => {
    found = ms
    return ms
  })
  while (found === null) {
    await desk.sweep()
    await pause(1)
  }
  return waiting
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
