/** What a Lambda says about itself, once: from it come its route or queue, bundle, grants, alarm, document and local wiring. */

import type { GenericSchema } from 'valibot'
import type { BodyPart, Output, Part, Rule } from '#contract/validation/request-shape.ts'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { QueueName } from '#ports/work/queues.ts'

/** What the Lambda may touch; every grant it gets in AWS follows from this and nothing else. */
export interface Uses {
  /** `read` may get and query, `write` may also put rows, of any kind but API keys; always in the one table and its indexes. */
  readonly table: 'none' | 'read' | 'write'
  /** What a writer does besides putting rows: `remove` takes some away, `bulk` puts many that do not depend on one another. */
  readonly alsoWrites?: readonly ('remove' | 'bulk')[]
  /** It writes API keys, and no rows that have nothing to do with them. */
  readonly apiKeys?: true
  /** Queues it may send to. */
  readonly sends?: readonly QueueName[]
  /** A consumer that gives messages back to its queue, to come again later. */
  readonly givesBack?: true
  /** Whether it may seal and open with the KMS key: secrets of webhooks where it declares `webhooks`, exchange credentials elsewhere. */
  readonly vault?: readonly ('seal' | 'open')[]
  /** The search snapshot of the market catalogue, one object in a bucket: `read` may get it, `write` may replace it. */
  readonly catalogue?: 'read' | 'write'
  /** Of the streams of clients: `push` tells and ends them, `address` knows where they are opened. */
  readonly streams?: 'push' | 'address'
  /** The row that says what is halted to stop costs, and no other: `read` or `write`. */
  readonly costStop?: 'read' | 'write'
  /** It knows where webhooks may point. */
  readonly webhooks?: true
  /**
   * It calls the exchanges over the internet: `public` reads public market data, `account` does everything for accounts, and `streams` holds
   * price streams and the private streams of accounts. Each is a table in `shared/adapters/exchanges`.
   */
  readonly exchanges?: 'public' | 'account' | 'streams'
}

interface Declaration {
  /** Unique, kebab-case: the name of the file, the bundle and the function. */
  readonly name: string
  readonly uses: Uses
  /** What a person should think and look at when it fails: stands in the lines that tell of it, and in the alarms of its queue or schedule. */
  readonly ifBroken: string
  /** Default 512. CPU grows with it. */
  readonly memoryMb?: number
  /** Default 15. */
  readonly timeoutS?: number
  /** Files it reads beside itself (`new URL(file, import.meta.url)`), in the project as in its bundle. */
  readonly files?: readonly string[]
  /** A folder of the project with a page for browsers. It is bundled into the folder `page` beside the function. */
  readonly page?: string
  /** Room for temporary files; default 512. */
  readonly scratchMb?: number
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A refusal an endpoint may answer besides those every endpoint can (401, 403, 413, 422, 429, 500). */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly when: string
}

/** Schemas of the parts of a request; a part that is absent is not read. */
export interface RequestSchemas {
  readonly path?: Part
  readonly query?: Part
  readonly body?: BodyPart
}

/** `Value` is what the endpoint answers with. */
export interface EndpointSpec<Schemas extends RequestSchemas = RequestSchemas, Value = never> extends Declaration {
  /** `ANY` only on the route that takes what no other does. */
  readonly method: HttpMethod | 'ANY'
  /** As API Gateway writes it: `/v1/orders/{order_id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** What the caller's key must allow; `none` needs no key. */
  readonly scope: Scope | 'none'
  /** Of an endpoint that needs no key: it shows more to whoever sends one. A key that is not right is no error. */
  readonly showsMoreWithKey?: true
  readonly request: Schemas
  /** What has to fit together in the body; runs when every field is valid in itself. */
  readonly rules?: Rule<Output<Schemas['body']>>
  /** Never echo what was sent (routes that take secrets). */
  readonly hideInput?: true
  readonly reply: {
    readonly status: 200 | 201 | 202 | 204
    readonly schema: GenericSchema | null
    readonly contentType?: string
    /** How the value is shown; without it, it is shown as it is. */
    readonly write?: (value: Value) => unknown
    /** Whether a repeat under the same `Idempotency-Key` gets this answer. If not, it is carried out again. */
    readonly isFinal?: (value: Value) => boolean
  }
  readonly refusals?: readonly Refusal[]
  /** Its answer is the same for everybody and carries an `ETag`: a client that sends the tag back gets 304 until the answer differs. */
  readonly tagged?: true
  /** Honours `Idempotency-Key`: every POST, and what else can be repeated so. Set by the frame. */
  readonly idempotent?: true
  /** Fields of the reply that a replay shows as null. */
  readonly secretFields?: readonly string[]
}

export interface ConsumerSpec extends Declaration {
  readonly queue: QueueName
  /** A FIFO queue handles the messages of one group one batch at a time: one writer per exchange account. */
  readonly fifo?: true
  readonly message: GenericSchema
  readonly batchSize: number
  /**
   * A message that a run did not end comes again just after that run can be going on no more. For work that stands nowhere else and must
   * not be late; done by two runs at once it is done once.
   */
  readonly comesAgainSoon?: true
  /** Runs of it at the same time; by default as many as the account has. */
  readonly atOnce?: number
  /** A deployment's limit on consumers does not hold for it: a message that waits for another run comes too late. */
  readonly neverLimited?: true
  /** How long a message may wait before an alarm. Without it no alarm watches this queue: what waits in it is swept, and that tells of it. */
  readonly alarmAfterS?: number
}

export interface ScheduleSpec extends Declaration {
  /** Minutes between runs. */
  readonly everyMinutes: number
  /** A run may begin while the one before goes on: it takes over from it. */
  readonly overlaps?: true
}

/** A Lambda that an alarm starts. */
export interface AlarmSpec extends Declaration {
  readonly startedBy: 'alarm'
}

export interface SocketSpec extends Declaration {
  /** As API Gateway names it. */
  readonly route: '$connect' | '$disconnect' | '$default'
}

/** What of a declaration decides what its Lambda may do. */
export interface Grantee {
  readonly uses: Uses
  /** The queue a consumer reads. */
  readonly queue?: QueueName
  /** Of an endpoint. */
  readonly scope?: Scope | 'none'
  readonly showsMoreWithKey?: true
  /** Of an endpoint that honours `Idempotency-Key`. */
  readonly idempotent?: true
}

/** Whether it needs a grant of its own to note that keys are used: it takes keys, and may not write otherwise. */
export const notesKeyUses = ({ uses, scope = 'none', showsMoreWithKey }: Grantee): boolean =>
  (scope !== 'none' || showsMoreWithKey === true) && uses.table === 'read'

export const DEFAULT_MEMORY_MB = 512
export const DEFAULT_TIMEOUT_S = 15
