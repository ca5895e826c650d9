/** The shapes of a request: as it came in, as an endpoint declares it, and as the endpoint gets it. */

import type * as v from 'valibot'
import type { Schema } from './schema.ts'
import type { Loc } from './validation-item.ts'

export interface RawRequest {
  /** Path parameters, percent-decoded. */
  readonly path?: Readonly<Record<string, string | undefined>> | undefined
  /** The text behind the question mark, undecoded. */
  readonly query?: string | undefined
  /** Names in any case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Undefined, an empty text and no bytes all mean: no body. */
  readonly body?: string | Uint8Array | null | undefined
  /** When it came in, in epoch milliseconds: what a rule takes for now. */
  readonly receivedAt: number
}

/** `path`, `query`, `headers` or `body` of a declaration; undefined when an endpoint does not take it. */
export type Part = Schema | undefined

/**
 * A body whose form depends on a word in the path: the schema for each word of the path parameter `by`. A body with the field `unless`
 * has the form `other`, whatever the path.
 */
export interface BodyChoice {
  readonly by: string
  readonly of: Readonly<Record<string, Schema>>
  readonly unless: string
  readonly other: Schema
}
export type BodyPart = Part | BodyChoice

export type Output<S extends BodyPart> = S extends Schema
  ? v.InferOutput<S>
  : S extends BodyChoice
    ? v.InferOutput<S['of'][keyof S['of']]> | v.InferOutput<S['other']>
    : undefined

/** A declaration. Header names are in lower case. */
export interface RequestShape<
  Path extends Part = Part,
  Query extends Part = Part,
  Headers extends Part = Part,
  Body extends BodyPart = BodyPart,
> {
  readonly path?: Path | undefined
  readonly query?: Query | undefined
  readonly headers?: Headers | undefined
  readonly body?: Body | undefined
  /** Run in order, and only when every field of the whole request passed. */
  readonly rules?: ReadonlyArray<Rule<Output<NoInfer<Body>>>> | undefined
  /** For requests that carry a secret: every `input` of the answer is null. */
  readonly hideInput?: boolean | undefined
}

/** A rule across fields: returns its faults as sentences; null or no sentence if all is well. */
export type Rule<Body> = (body: Body, receivedAt: number) => RuleBreak | readonly RuleBreak[] | null

/** A sentence about the body, or about the value at a place inside it, such as `['conditional_orders_params', 0]`. */
export type RuleBreak = string | { readonly at: Loc; readonly sentence: string }

/** The parsed request that an endpoint gets; an undeclared part is undefined. */
export interface ParsedRequest<Path extends Part, Query extends Part, Headers extends Part, Body extends BodyPart> {
  readonly path: Output<Path>
  readonly query: Output<Query>
  readonly headers: Output<Headers>
  readonly body: Output<Body>
}
