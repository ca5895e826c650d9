/** Counts what each Lambda asks of AWS: stands between the Lambdas and the local DynamoDB, SQS and KMS, and forwards. */

import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import * as v from 'valibot'

/** Usage of one Lambda so far. */
export interface Usage {
  readUnits: number
  /** By table and index, in the words DynamoDB bills them. */
  writeUnits: Record<string, number>
  /** Writes that were refused because their condition did not hold; DynamoDB bills them too. */
  refusedWrites: number
  dynamoDbRequests: number
  /** Requests to standard queues and to FIFO queues, which cost more. */
  sqsStandard: number
  sqsFifo: number
  kmsRequests: number
}

export interface Meter {
  /** The environment of a Lambda with its three services put behind the meter. */
  behind(lambda: string, environment: Readonly<Record<string, string>>): Record<string, string>
  readonly usage: ReadonlyMap<string, Usage>
  stop(): Promise<void>
}

export const startMeter = async (): Promise<Meter> => {
  const usage = new Map<string, Usage>()
  const targets = new Map<string, string>()
  const agent = new Agent({ keepAlive: true })
  const server = createServer(async (incoming, outgoing) => {
    const [, lambda = '', service = '', ...rest] = (incoming.url ?? '').split('/')
    const used = usageOf(usage, lambda)
    const operation = String(incoming.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
    const requested = await textOf(incoming)
    const body = service === 'dynamodb' ? asking(requested) : requested
    const { authorization, ...headers } = incoming.headers
    const forwarded = request(
      // The address of the key service ends in a path of its own.
      new URL([targets.get(service)?.replace(/\/$/, ''), ...rest].join('/')),
      {
        agent,
        method: incoming.method,
        headers: { ...headers, authorization, 'content-length': Buffer.byteLength(body) },
      },
      async (answer) => {
        const text = await textOf(answer)
        if (service === 'sqs') used[requested.includes('.fifo"') ? 'sqsFifo' : 'sqsStandard'] += 1
        else if (service === 'kms') used.kmsRequests += 1
        else count(used, operation, answer.statusCode ?? 0, text)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(text)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    forwarded.end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    behind: (lambda, environment) => {
      const moved = { ...environment }
      for (const [service, variable] of Object.entries(SERVICES)) {
        const target = environment[variable] ?? ''
        targets.set(service, target)
        // The URLs of the queues begin with the endpoint of SQS.
        // S3 is served at the same address, speaks bytes, and is not counted.
        for (const [name, value] of Object.entries(moved))
          if (name !== 'AWS_ENDPOINT_URL_S3' && value.startsWith(target))
            moved[name] = value.replace(target, `${base}/${lambda}/${service}`)
      }
      return moved
    },
    usage,
    stop: async () => {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const SERVICES = {
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  sqs: 'AWS_ENDPOINT_URL_SQS',
  kms: 'AWS_ENDPOINT_URL_KMS',
} as const

const usageOf = (usage: Map<string, Usage>, lambda: string): Usage => {
  const known = usage.get(lambda)
  if (known !== undefined) return known
  const none = {
    readUnits: 0,
    writeUnits: {},
    refusedWrites: 0,
    dynamoDbRequests: 0,
    sqsStandard: 0,
    sqsFifo: 0,
    kmsRequests: 0,
  }
  usage.set(lambda, none)
  return none
}

const textOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const asking = (body: string): string => {
  const parsed: unknown = JSON.parse(body)
  return JSON.stringify({ ...Object(parsed), ReturnConsumedCapacity: 'INDEXES' })
}

const READS = ['GetItem', 'BatchGetItem', 'Query']

const Units = v.object({ CapacityUnits: v.number() })
const Capacity = v.object({
  CapacityUnits: v.number(),
  Table: v.optional(Units),
  GlobalSecondaryIndexes: v.optional(v.record(v.string(), Units), {}),
})
const Answer = v.object({ ConsumedCapacity: v.optional(v.union([v.array(Capacity), Capacity]), []) })

const count = (used: Usage, operation: string, status: number, text: string): void => {
  used.dynamoDbRequests += 1
  if (status !== 200) {
    if (!READS.includes(operation)) used.refusedWrites += 1
    return
  }
  for (const capacity of [v.parse(Answer, JSON.parse(text)).ConsumedCapacity].flat()) {
    if (READS.includes(operation)) {
      used.readUnits += capacity.CapacityUnits
      continue
    }
    const parts = { table: capacity.Table ?? capacity, ...capacity.GlobalSecondaryIndexes }
    for (const [part, { CapacityUnits }] of Object.entries(parts))
      used.writeUnits[part] = (used.writeUnits[part] ?? 0) + CapacityUnits
  }
}
