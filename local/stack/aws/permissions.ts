/** Decides like IAM whether statements allow a call. */

import type { Conditions, Statement } from '#infra/statements.ts'
import { remembered } from '../../remembered.ts'

/** A call as IAM sees it. */
export interface AwsCall {
  /** `dynamodb:PutItem` */
  readonly action: string
  /** An ARN. */
  readonly resource: string
  /** The values of each condition key the call has. */
  readonly context: Readonly<Record<string, readonly string[]>>
}

/** Some statement names the action and the resource, and all its conditions hold. */
export const isAllowed = (statements: readonly Statement[], { action, resource, context }: AwsCall): boolean =>
  statements.some(
    ({ actions, resources, conditions }) =>
      actions.includes(action) && resources.includes(resource) && doHold(conditions, context),
  )

const doHold = (conditions: Conditions, context: AwsCall['context']): boolean =>
  Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => TESTS[operator as keyof Conditions]([wanted].flat(), context[key])),
  )

type Test = (requested: readonly string[], values: readonly string[] | undefined) => boolean

/** `ForAllValues` also holds for a call that has no value. */
const forAll =
  (holds: (needed: readonly string[], value: string) => boolean): Test =>
  (wanted, values = []) =>
    values.every((value) => holds(wanted, value))

const TESTS: Readonly<Record<keyof Conditions, Test>> = {
  'ForAllValues:StringEquals': forAll((wanted, value) => wanted.includes(value)),
  'ForAllValues:StringLike': forAll((wanted, value) => wanted.some((pattern) => isLike(pattern, value))),
  'ForAllValues:StringNotLike': forAll((wanted, value) => !wanted.some((pattern) => isLike(pattern, value))),
  Null: (wanted, values) => wanted.includes(String(values === undefined)),
}

/** `*` matches any text, `?` any character. */
const isLike = (pattern: string, value: string): boolean => known(pattern, () => matcher(pattern)).test(value)

/** There are as many patterns as the declarations of the functions name. */
const known = remembered<RegExp>(1_000)

const matcher = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )
