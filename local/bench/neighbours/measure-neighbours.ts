/**
 * What one user notices of another who does as much as his quotas allow: the same play first alone, then beside the noisy one. The
 * quotas and the request rates are those of a deployment.
 */

import { generateKeyPairSync } from 'node:crypto'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { operatorKey } from '../../operator-key.ts'
import { quantile } from '../quantile.ts'
import { type MeasuredService, pickMarkets } from '../service/run-service.ts'
import { rounded, textTable } from '../text-table.ts'
import { makeNoise } from './make-noise.ts'
import { type PlayedFigures, playQuietly } from './play-quietly.ts'
import type { User } from './user.ts'

export interface NeighbourFigures {
  readonly minutes: number
  readonly alone: PlayedFigures
  readonly beside: PlayedFigures
  /** What the noisy user asked for, by the status it was answered with. */
  readonly noise: Readonly<Record<string, number>>
}

/** Markets of the quiet user, one for each stop; the noisy one has others. */
const MARKETS = 80

export const measureNeighbours = async (
  service: MeasuredService,
  minutes: number,
  progress: (text: string) => void,
): Promise<NeighbourFigures> => {
  const markets = await pickMarkets(service, MARKETS)
  const half = MARKETS / 2
  const quiet: User = { baseUrl: service.baseUrl, apiKey: service.apiKey, subaccountId: service.subaccountId }
  const noisy = await secondUser(service)
  const forMs = minutes * 60_000
  progress(`neighbours: ${minutes} min alone`)
  const alone = await playQuietly(service, quiet, markets.slice(0, half / 2), forMs)
  progress(`neighbours: ${minutes} min beside a noisy one`)
  const noise = await makeNoise(noisy, markets.slice(half))
  const beside = await playQuietly(service, quiet, markets.slice(half / 2, half), forMs)
  return { minutes, alone, beside, noise: await noise.stop() }
}

/** A user of his own, with an account of his own at EXCHANGE_A. */
const secondUser = async (service: MeasuredService): Promise<User> => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyId = v7()
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await service.addAccount({ id: 'noisy', apiKeyId: keyId, publicKeyPem })
  const keys = apiKeyStore(service.openTable(() => undefined))
  const apiKey = await operatorKey(keys, { userId: v7(), name: 'noisy', scope: 'admin' })
  const send = async (method: string, path: string, body: object): Promise<unknown> => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const reply = await fetch(`${service.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  const { subaccount_id: subaccountId } = v.parse(Made, await send('POST', '/v1/subaccounts', { name: 'noisy' }))
  await send('PUT', `/v1/subaccounts/${subaccountId}/credentials/EXCHANGE_A`, {
    api_key_id: keyId,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  return { baseUrl: service.baseUrl, apiKey, subaccountId }
}

const Made = v.object({ subaccount_id: v.string() })

export const neighboursText = ({ minutes, alone, beside, noise }: NeighbourFigures): string => {
  const names = [...new Set([...Object.keys(alone), ...Object.keys(beside)])]
  const rows = names.map((name) => {
    const [before = [], after = []] = [alone[name], beside[name]]
    const [p99, p99Beside] = [quantile(before, 0.99), quantile(after, 0.99)]
    const medians = [quantile(before, 0.5), quantile(after, 0.5)]
    const figures = [before.length, after.length, ...medians, p99, p99Beside, p99Beside / p99]
    return [name, ...figures.map(rounded)]
  })
  const head = ['ms', 'n alone', 'n beside', 'p50 alone', 'p50 beside', 'p99 alone', 'p99 beside', '× p99']
  const answered = Object.entries(noise).map(([status, count]) => `${count} × ${status}`)
  return `${minutes} min alone, then ${minutes} min beside a noisy user, who was answered ${answered.join(', ')}.\n\n${textTable(head, rows)}`
}
