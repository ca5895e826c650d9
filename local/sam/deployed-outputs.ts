/** Addresses of the parts of a deployment, from the outputs of its stack `TradingData`. */

import * as v from 'valibot'
import { queueOutput } from '#infra/queue-output.ts'
import type { Deployment } from '#lambda/environment.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import { CannotStart } from '../cannot-start.ts'

const Outputs = v.record(v.string(), v.string())
/** `aws cloudformation describe-stacks --query 'Stacks[0].Outputs'` */
const Described = v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() }))
/** `cdk deploy --outputs-file` */
const Written = v.record(v.string(), Outputs)

/** Address at which the SAM CLI serves the endpoints. */
export const SAM_ADDRESS = 'http://127.0.0.1:3000'

/** Reads either form; `queues` are the declared ones. Throws `CannotStart` with the name of a missing output. */
export const deployedOutputs = (text: string, queues: readonly string[]): Omit<Deployment, 'settings' | 'stage'> => {
  const { outputs } = outputsIn(text)
  const read = (name: string): string => {
    const value = outputs[name]
    if (value === undefined)
      throw new CannotStart(
        `The outputs have no ${name}. Deploy this version, and take those of the stack TradingData.`,
      )
    return value
  }
  return {
    tableName: read('TableName'),
    vaultKeyId: read('VaultKeyArn'),
    catalogueBucket: read('CatalogueBucket'),
    streams: { url: read('StreamAddress'), endpoint: read('StreamAddress').replace('wss:', 'https:') },
    apiUrl: SAM_ADDRESS,
    queueUrls: Object.fromEntries(queues.map((queue) => [queue, read(queueOutput(queue))])) as Deployment['queueUrls'],
  }
}

/** Outputs by name, and the name of their stack if the file has it. Throws `CannotStart` if these are no outputs. */
export const outputsIn = (
  text: string,
): { readonly outputs: Readonly<Record<string, string>>; readonly stack: string | null } => {
  const json: unknown = parsed(text)
  const described = v.safeParse(Described, json)
  if (described.success) {
    const pairs = described.output.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])
    return { outputs: Object.fromEntries(pairs), stack: null }
  }
  const written = v.safeParse(Written, json)
  const data = written.success
    ? Object.entries(written.output).find(([stack]) => stack.endsWith('TradingData'))
    : undefined
  if (data !== undefined) return { outputs: data[1], stack: data[0] }
  throw new CannotStart(
    'These are no outputs of a deployment. Write them with: npx cdk deploy --all --outputs-file outputs.json',
  )
}

/** Reads the output `Exchanges` of `TradingData`. */
export const exchangesIn = (output: string): TradedExchanges => v.parse(Exchanges, JSON.parse(output))

const Exchanges = v.custom<TradedExchanges>((value) => typeof value === 'object' && value !== null)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new CannotStart('The file of outputs is no JSON.')
  }
}
