/** Declaration of a Lambda. Its route or queue, bundle, grants, alarm, document and local wiring follow from it. */

import type { GenericSchema } from 'valibot'
import type { BodyPart, Output, Part, Rule } from '#contract/validation/request-shape.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { QueueName } from '#ports/work/queues.ts'
import type { CsvRows } from './answers/csv-answer.ts'

/** Resources that the Lambda may use. All its grants in AWS follow from this. */
export interface Uses {
  /** `read` may get and query, `write` may also put rows of any kind but API keys; always in the one table and its indexes. */
  readonly table: 'none' | 'read' | 'write'
  /** Further writes of a writer: `remove` deletes rows, `bulk` puts many independent rows. */
  readonly alsoWrites?: readonly ('remove' | 'bulk')[]
  /** Writes API keys, and no rows unrelated to them. */
  readonly apiKeys?: true
  /** Queues that it may send to. */
  readonly sends?: readonly QueueName[]
  /** Gives messages back to its queue, to come again later. */
  readonly requeues?: true
  /** Seals or opens with the KMS key: secrets of webhooks if it declares `webhooks`, else exchange credentials. */
  readonly vault?: readonly ('seal' | 'open')[]
  /** Search snapshot of the market catalogue, one object in a bucket: `read` may get it, `write` may replace it. */
  readonly catalogue?: 'read' | 'write'
  /** Writes recordings of markets, if the deployment records. */
  readonly records?: true
  /** Streams of clients: `push` sends to and ends them, `address` knows the address that opens them. */
  readonly streams?: 'push' | 'address'
  /** Row of the stop of costs, and no other row. */
  readonly costStop?: 'read' | 'write'
  /** Knows the addresses that webhooks may have. */
  readonly webhooks?: true
  /**
   * Calls the exchanges over the internet: `public` reads market data, `account` does everything for accounts, `streams` holds price streams and
   * private streams. Each is a table in `shared/adapters/exchanges`.
   */
  readonly exchanges?: 'public' | 'account' | 'streams'
  /** Calls other endpoints of this service over HTTP, with the key of its caller. */
  readonly endpoints?: true
}

interface Declaration {
  /** Unique name in kebab-case, of the file, the bundle and the function. */
  readonly name: string
  readonly uses: Uses
  /** Meaning of a failure and the first place to look, for a person. Log lines of failures and alarms of its queue or schedule contain it. */
  readonly ifBroken: string
  /** Default 512. CPU grows with it. */
  readonly memoryMb?: number
  /** Default 15 s. */
  readonly timeoutS?: number
  /** Files that it reads beside itself (`new URL(file, import.meta.url)`), in the project as in its bundle. */
  readonly files?: readonly string[]
  /** Folder of the project with a page for browsers, which is bundled into the folder `page` beside the function. */
  readonly page?: string
  /** Room for temporary files in MB; default 512. */
  readonly scratchMb?: number
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Refusal of an endpoint besides those that every endpoint has (401, 403, 413, 422, 429, 500). */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly when: string
}

/** Schemas of the parts of a request. A part without a schema is not read. */
export interface RequestSchemas {
  readonly path?: Part
  readonly query?: Part
  readonly body?: BodyPart
}

/** `Value` is the result of the endpoint. */
export interface EndpointSpec<Schemas extends RequestSchemas = RequestSchemas, Value = never> extends Declaration {
  /** `ANY` only for the route of all requests that match no other route. */
  readonly method: HttpMethod | 'ANY'
  /** Path in the form of API Gateway: `/v1/orders/{order_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Scope that the key of the caller needs; `none` needs no key. */
  readonly scope: Scope | 'none'
  /** For an endpoint without a key: shows more to a caller with a valid key. An invalid key is no error. */
  readonly showsMoreWithKey?: true
  readonly request: Schemas
  /** Rules between the fields of the body; run once every field is valid in itself. */
  readonly rules?: Rule<Output<Schemas['body']>>
  /** Reads the body as JSON whatever its `content-type`, for senders that cannot choose it. */
  readonly anyType?: true
  /** Hides sent values from the answer (routes that take secrets). */
  readonly hideInput?: true
  /** The rows of the reply, for clients that accept CSV. */
  readonly csv?: CsvRows
  readonly reply: {
    readonly status: 200 | 201 | 202 | 204
    readonly schema: GenericSchema | null
    readonly contentType?: string
    /** Shows the value; by default it is shown as it is. */
    readonly write?: (value: Value) => unknown
    /** True if a repeat under the same `Idempotency-Key` gets this answer; else the repeat is carried out again. */
    readonly isFinal?: (value: Value) => boolean
  }
  readonly refusals?: readonly Refusal[]
  /** Answers everybody alike, with an `ETag`: a client that returns the tag gets 304 until the answer differs. */
  readonly tagged?: true
  /** Honours `Idempotency-Key`: every POST, and other repeatable requests. The frame sets it. */
  readonly idempotent?: true
  /** Fields of the reply that are null in a replay. */
  readonly secretFields?: readonly string[]
}

export interface ConsumerSpec extends Declaration {
  readonly queue: QueueName
  /** A FIFO queue handles the messages of one group one batch at a time: one writer per exchange account. */
  readonly fifo?: true
  readonly message: GenericSchema
  readonly batchSize: number
  /**
   * Shortens the time after which the message of a dead run comes again. For urgent work that is stored nowhere else, and that two runs at once do
   * once.
   */
  readonly comesAgainSoon?: true
  /** Concurrent runs; by default as many as the account has. */
  readonly atOnce?: number
  /** Exempts it from a deployment's limit on consumers: a message that waits for another run comes too late. */
  readonly neverLimited?: true
  /** Longest wait of a message before an alarm, in seconds. Without it no alarm watches the queue: the sweeper finds waiting work and reports it. */
  readonly alarmAfterS?: number
}

export interface ScheduleSpec extends Declaration {
  /** Minutes between runs. */
  readonly everyMinutes: number
  /** A run may begin during the one before, and takes over from it. */
  readonly overlaps?: true
}

/** Lambda that an alarm starts. */
export interface AlarmSpec extends Declaration {
  readonly startedBy: 'alarm'
}

export interface SocketSpec extends Declaration {
  /** Route in the words of API Gateway. */
  readonly route: '$connect' | '$disconnect' | '$default'
}

/** Parts of a declaration that decide the grants of its Lambda. */
export interface Grantee {
  readonly uses: Uses
  /** Queue that a consumer reads. */
  readonly queue?: QueueName
  /** Scope of an endpoint. */
  readonly scope?: Scope | 'none'
  readonly showsMoreWithKey?: true
  /** True for an endpoint that honours `Idempotency-Key`. */
  readonly idempotent?: true
}

/** True if it needs a grant to store uses of keys: it takes keys and may not write otherwise. */
export const notesKeyUses = ({ uses, scope = 'none', showsMoreWithKey }: Grantee): boolean =>
  (scope !== 'none' || showsMoreWithKey === true) && uses.table === 'read'

export const DEFAULT_MEMORY_MB = 512
export const DEFAULT_TIMEOUT_S = 15
