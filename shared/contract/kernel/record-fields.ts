/** Fields of records that show an amount or an instant. */

import type { NullableSchema } from 'valibot'
import { toNumber, toNumberOrNull } from '#domain/kernel/numbers.ts'
import { type Millis, toIso, toIsoOrNull } from '#domain/kernel/time.ts'
import type { FieldSchema } from '../validation/field.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { nullable } from '../validation/fields/nullable.ts'
import type { Shown } from './record-of.ts'

type Field<From extends readonly unknown[], Value> = Shown<From, FieldSchema<Value, number>>
type FieldOrNull<From extends readonly unknown[], Value> = Shown<
  From,
  NullableSchema<FieldSchema<Value, number>, undefined>
>

/** A price, a quantity or money. */
export const amount = <From extends readonly unknown[]>(of: (...from: From) => number): Field<From, number> => [
  decimal(),
  (...from) => toNumber(of(...from)),
]

/** The same where it may be missing. */
export const amountOrNull = <From extends readonly unknown[]>(
  of: (...from: From) => number | null,
): FieldOrNull<From, number> => [nullable(decimal()), (...from) => toNumberOrNull(of(...from))]

/** A moment. */
export const instant = <From extends readonly unknown[]>(of: (...from: From) => Millis): Field<From, string> => [
  datetime(),
  (...from) => toIso(of(...from)),
]

/** The same where it may be missing. */
export const instantOrNull = <From extends readonly unknown[]>(
  of: (...from: From) => Millis | null,
): FieldOrNull<From, string> => [nullable(datetime()), (...from) => toIsoOrNull(of(...from))]
