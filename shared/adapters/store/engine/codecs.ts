/** Codecs of the values in rows. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, money, type Price, price, type Qty, qty } from '#domain/kernel/numbers.ts'
import { exchangeOf, LETTERS } from './keys.ts'
import { type Codec, isList, type Stored, unexpected, within } from './rows.ts'
import { longId, shortId } from './short-id.ts'

export const text: Codec<string> = {
  write: (value) => value,
  read: (stored) => (typeof stored === 'string' ? stored : unexpected('a text', stored)),
}

export const yesNo: Codec<boolean> = {
  write: (value) => value,
  read: (stored) => (typeof stored === 'boolean' ? stored : unexpected('true or false', stored)),
}

export const bytes: Codec<Uint8Array> = {
  write: (value) => value,
  read: (stored) => (stored instanceof Uint8Array ? stored : unexpected('bytes', stored)),
}

export const whole: Codec<number> = {
  write: (value) => value,
  read: (stored) =>
    typeof stored === 'number' && Number.isSafeInteger(stored) ? stored : unexpected('a whole number', stored),
}

/** Codec that converts to the values of another codec. */
export const by = <Outer, Inner>(
  inner: Codec<Inner>,
  write: (value: Outer) => Inner,
  read: (value: Inner) => Outer,
): Codec<Outer> => ({ write: (value) => inner.write(write(value)), read: (stored) => read(inner.read(stored)) })

/** A UUID in 22 characters; any other id as it is. */
export const id: Codec<string> = by(text, shortId, longId)
/** Id in a key, behind its prefix. */
export const idBehind = (begin: string): Codec<string> => by(textBehind(begin), shortId, longId)
/** Text in a key, behind its prefix. Unlike `idBehind`, it does not shorten the text. */
export const textBehind = (begin: string): Codec<string> =>
  by(
    text,
    (value) => `${begin}${value}`,
    (key) => key.slice(begin.length),
  )
export const priceValue: Codec<Price> = by(whole, (value): number => value, price)
export const qtyValue: Codec<Qty> = by(whole, (value): number => value, qty)
export const moneyValue: Codec<Money> = by(whole, (value): number => value, money)
/** Stored as digits: exact costs have up to 22 of them, and DynamoDB's client reads back 16. */
export const exact: Codec<bigint> = by(text, String, BigInt)

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Codec<Word> => ({
  write: (word) => word,
  read: (stored) => words.find((word) => word === stored) ?? unexpected(words.join(' or '), stored),
})

export const exchangeValue: Codec<ExchangeName> = by(oneOf(Object.values(LETTERS)), (name) => LETTERS[name], exchangeOf)

/** Left out if it is null. */
export const orNull = <Field>(codec: Codec<Field>): Codec<Field | null> => ({
  write: (value) => (value === null ? null : codec.write(value)),
  read: (stored) => (stored === undefined || stored === null ? null : codec.read(stored)),
})

/** Left out if it is `usual`. */
export const unless = <Field extends string | number | bigint | boolean>(
  usual: Field,
  codec: Codec<Field>,
): Codec<Field> => ({
  write: (value) => (value === usual ? null : codec.write(value)),
  read: (stored) => (stored === undefined || stored === null ? usual : codec.read(stored)),
})

/** Number that is left out if it is 0. */
export const count = unless(0, whole)
/** Amounts that are left out if they are 0. */
export const qtyOrNone: Codec<Qty> = unless(qty(0), qtyValue)
export const moneyOrNone: Codec<Money> = unless(money(0), moneyValue)
export const exactOrNone: Codec<bigint> = unless(0n, exact)
/** Flag that is left out if it is false. */
export const flag = unless(false, yesNo)

export const list = <Field>(codec: Codec<Field>): Codec<readonly Field[]> => ({
  write: (values) => values.map(codec.write),
  read: (stored) =>
    isList(stored)
      ? stored.map((value, place) => within(String(place), () => codec.read(value)))
      : unexpected('a list', stored),
})

/** List that is left out if it is empty. */
export const listOrNone = <Field>(codec: Codec<Field>): Codec<readonly Field[]> => {
  const whole = list(codec)
  return {
    write: (values) => (values.length === 0 ? null : whole.write(values)),
    read: (stored) => (stored === undefined || stored === null ? [] : whole.read(stored)),
  }
}

/** Value as JSON text. One attribute for each part of a long value would take ten times as long to read. */
export const jsonOf = <Field>(codec: Codec<Field>): Codec<Field> => ({
  write: (value) => JSON.stringify(codec.write(value)),
  read: (stored) => codec.read(parsed(text.read(stored))),
})

const parsed = (json: string): Stored => {
  try {
    return JSON.parse(json)
  } catch {
    return unexpected('JSON', json)
  }
}
