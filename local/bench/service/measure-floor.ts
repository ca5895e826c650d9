/** The floor of a request: its calls of the table, sent again and again by a loop that does nothing else. */

import { Agent, request } from 'node:http'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { shortId } from '#adapters/store/engine/short-id.ts'
import { Placed } from './measure-acceptance.ts'
import { CONNECTIONS } from './measure-requests.ts'
import type { TableCall } from './meter.ts'
import type { RecordedRequest } from './run-service.ts'

export interface Floor {
  /** Calls of the table for one request. */
  readonly calls: number
  readonly perSecond: number
}

/** As many loops at once as the service had connections. Their answers are read to the end, and not parsed. */
export const measureFloor = async (endpoint: string, recorded: RecordedRequest, seconds: number): Promise<Floor> => {
  const agent = new Agent({ keepAlive: true })
  const rounds = roundsOf(recorded.calls)
  const renewed = renewing(recorded.reply)
  const until = performance.now() + seconds * 1_000
  let done = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const renew = renewed()
      for (const round of rounds) await Promise.all(round.map((call) => send(agent, endpoint, call, renew(call.body))))
      done += 1
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  const perSecond = done / ((performance.now() - began) / 1_000)
  agent.destroy()
  return { calls: recorded.calls.length, perSecond }
}

/** Calls that were under way together stay together; each round waits for the one before it. */
const roundsOf = (calls: readonly TableCall[]): ReadonlyArray<readonly TableCall[]> => {
  const rounds: TableCall[][] = []
  let ended = Number.NEGATIVE_INFINITY
  for (const call of calls.toSorted((a, b) => a.began - b.began)) {
    const running = rounds.at(-1)
    if (running === undefined || call.began >= ended) rounds.push([call])
    else running.push(call)
    ended = Math.max(ended, call.ended)
  }
  return rounds
}

/** What a request created is created under a new id each time, because the table refuses to create the same twice. */
const renewing = (reply: unknown): (() => (body: string) => string) => {
  const created = v.safeParse(Placed, reply)
  if (!created.success) return () => (body) => body
  const { svc_order_id: orderId } = created.output
  return () => {
    const fresh = v7()
    return (body) => body.replaceAll(orderId, fresh).replaceAll(shortId(orderId), shortId(fresh))
  }
}

const send = (agent: Agent, endpoint: string, call: TableCall, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { ...call.headers, 'content-length': Buffer.byteLength(body) }
    const sent = request(endpoint, { agent, method: 'POST', headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the table answered ${answer.statusCode} to ${body}`))
      answer.on('end', resolve).on('error', reject).resume()
    })
    sent.on('error', reject).end(body)
  })
