/** The local DynamoDB, request by request. */

import { array, assert as check, double, property } from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerText } from '../answer-text.ts'
import type { Item } from '../item-size.ts'
import { memoryTables } from '../memory-tables.ts'
import { type TableEngine, tableEngine } from '../table-engine.ts'
import { openTables } from '../tables.ts'

const TableName = 'trading'
const KEYS = [
  { AttributeName: 'pk', KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
]
const indexOn = (IndexName: string, hash: string, range: string, Projection: object) => ({
  IndexName,
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ],
  Projection,
})

const KINDS = [
  { kind: 'SQLite', tables: () => openTables(':memory:') },
  { kind: 'memory', tables: memoryTables },
]

describe.each(KINDS)('the engine on $kind', ({ tables }) => {
  let engine: TableEngine
  let now = 0
  beforeEach(() => {
    now = 1_800_000_000_000
    engine = tableEngine(tables(), () => now)
    ask('CreateTable', {
      TableName,
      KeySchema: KEYS,
      AttributeDefinitions: Object.entries({ pk: 'S', sk: 'S', kind: 'S', at: 'N' }).map(([name, type]) => ({
        AttributeName: name,
        AttributeType: type,
      })),
      GlobalSecondaryIndexes: [
        indexOn('by_time', 'kind', 'at', { ProjectionType: 'KEYS_ONLY' }),
        indexOn('by_place', 'kind', 'sk', { ProjectionType: 'ALL' }),
      ],
    })
  })

  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the answer holds, and fails when it does not
  const ask = (operation: string, input: object): any => JSON.parse(answerText(engine.answer(operation, input)))

  const refusalOf = (operation: string, input: object): string => {
    try {
      engine.answer(operation, input)
      return ''
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : ''
    }
  }

  const key = (n: number) => ({ pk: { S: 'p' }, sk: { S: String(n).padStart(3, '0') } })
  const put = (Item: Item, more: object = {}) => ask('PutItem', { TableName, Item, ...more })
  const SUBJECT: Item = {
    ...key(1),
    t: { S: 'hello' },
    n: { N: '5' },
    ll: { L: [{ S: 'x' }, { N: '2' }] },
    m: { M: { a: { M: { b: { BOOL: true } } } } },
    ss: { SS: ['a', 'b'] },
  }

  const VALUES: Readonly<Record<string, object>> = {
    ':hello': { S: 'hello' },
    ':he': { S: 'he' },
    ':x': { S: 'x' },
    ':a': { S: 'a' },
    ':two': { N: '2' },
    ':five': { N: '5.0' },
    ':nine': { N: '9' },
    ':yes': { BOOL: true },
    ':SS': { S: 'SS' },
  }
  const valuesIn = (expression: string) => {
    const used = Object.entries(VALUES).filter(([name]) => new RegExp(`${name}\\b`).test(expression))
    return used.length === 0 ? {} : { ExpressionAttributeValues: Object.fromEntries(used) }
  }

  describe('a condition', () => {
    it.each([
      't = :hello',
      'n = :five AND n BETWEEN :two AND :nine',
      'n < :nine AND n > :two AND n <= :five AND n >= :five',
      'gone <> :x',
      'NOT t = :x',
      't = :x OR (t = :hello AND attribute_exists(m.a.b))',
      'm.a.b = :yes',
      'll[0] = :x AND ll[1] = :two AND attribute_not_exists(ll[2])',
      'begins_with(t, :he) AND contains(t, :he) AND contains(ss, :a) AND contains(ll, :x)',
      'size(t) = :five AND size(ss) = :two AND size(ll) = :two',
      't IN (:x, :hello)',
      'attribute_type(ss, :SS)',
    ])('holds: %s', (ConditionExpression) => {
      put(SUBJECT)
      put(SUBJECT, { ConditionExpression, ...valuesIn(ConditionExpression) })
      const refused = refusalOf('PutItem', {
        TableName,
        Item: SUBJECT,
        ConditionExpression: `NOT (${ConditionExpression})`,
        ...valuesIn(ConditionExpression),
      })
      expect(refused).toBe('ConditionalCheckFailedException: The conditional request failed')
    })

    it.each([
      ['t = ', /Syntax error; token: "<EOF>"/],
      ['t == :x', /Syntax error; token: "="/],
      ['t = :x extra', /Syntax error; token: "extra"/],
      ['t ~ :x', /Syntax error; token: "~"/],
      ['', /The expression can not be empty/],
      ['name = :x', /Attribute name is a reserved keyword; reserved keyword: name/],
      ['#t = :x', /attribute name used in the document path is not defined; attribute name: #t/],
      ['t = :unknown', /attribute value used in expression is not defined; attribute value: :unknown/],
      ['sizeof(t) = :x', /Invalid function name; function: sizeof/],
      ['begins_with(t)', /Incorrect number of operands .* number of operands: 1/],
      ['t > :yes', /Incorrect operand type .* operand type: BOOL/],
      ['n BETWEEN :nine AND :two', /upper bound to be greater than or equal to lower bound/],
      ['attribute_exists(t)', /^$/],
    ])('is refused in DynamoDB’s words: %s', (ConditionExpression, words) => {
      put(SUBJECT)
      const refused = refusalOf('PutItem', {
        TableName,
        Item: SUBJECT,
        ConditionExpression,
        ...valuesIn(ConditionExpression),
      })
      expect(refused.replace(/^ValidationException: (Invalid ConditionExpression: )?/, '')).toMatch(words)
    })

    it('shows the row that is there only to who asks for it', () => {
      put(SUBJECT)
      const failing = { TableName, Item: SUBJECT, ConditionExpression: 'attribute_not_exists(pk)' }
      const shownBy = (input: object): unknown => {
        try {
          return engine.answer('PutItem', input)
        } catch (error) {
          return JSON.parse(answerText((error as { readonly more: object }).more))
        }
      }
      expect(shownBy(failing)).toEqual({})
      expect(shownBy({ ...failing, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })).toEqual({ Item: SUBJECT })
    })
  })

  describe('a request', () => {
    it.each([
      ['FlyToTheMoon', {}, /^UnknownOperationException/],
      ['UpdateItem', { TableName, Key: key(1) }, /^UnknownOperationException/],
      ['GetItem', { TableName: 'other', Key: key(1) }, /^ResourceNotFoundException/],
      ['GetItem', { TableName, Key: { pk: { S: 'p' } } }, /key element does not match the schema/],
      ['GetItem', { TableName, Key: key(1), AttributesToGet: ['t'] }, /AttributesToGet is not supported/],
      ['GetItem', { TableName, Key: key(1), ExpressionAttributeNames: { '#t': 't' } }, /only be specified when using/],
      ['PutItem', { TableName, Item: { pk: { S: 'p' } } }, /Missing the key sk in the item/],
      ['PutItem', { TableName, Item: { ...key(1), t: { S: 'a', N: '1' } } }, /more than one datatypes/],
      ['PutItem', { TableName, Item: { ...key(1), t: { S: 'x'.repeat(409_600) } } }, /maximum allowed size/],
      ['PutItem', { TableName, Item: { ...key(1), n: { N: '1e126' } } }, /Number overflow/],
      ['PutItem', { TableName, Item: { ...key(1), n: { N: '1'.repeat(39) } } }, /more than 38 significant digits/],
      ['PutItem', { TableName, Item: { ...key(1), kind: { S: '' } } }, /secondary index key is not supported/],
      [
        'PutItem',
        { TableName, Item: { ...key(1), kind: { S: 'k' }, at: { S: 'k' } } },
        /Type mismatch for Index Key at/,
      ],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key(1), key(1)] } } }, /contains duplicates/],
      ['BatchWriteItem', { RequestItems: { [TableName]: Array(26).fill({ DeleteRequest: { Key: key(1) } }) } }, /25/],
      [
        'Query',
        { TableName, IndexName: 'none', KeyConditionExpression: 'pk = :x', ...valuesIn(':x') },
        /specified index/,
      ],
      ['Query', { TableName, KeyConditionExpression: 'sk = :x', ...valuesIn(':x') }, /missed key schema element: pk/],
      [
        'Query',
        { TableName, KeyConditionExpression: 'pk = :x OR sk = :x', ...valuesIn(':x') },
        /Invalid operator used/,
      ],
      [
        'Query',
        { TableName, KeyConditionExpression: 'pk = :x', ...valuesIn(':x :two') },
        /unused in expressions: keys: {:two}/,
      ],
    ])('an invalid or partly ignored request is refused: %s %o', (operation, input, words) => {
      expect(refusalOf(operation, input)).toMatch(words)
    })
  })

  describe('rows of an index', () => {
    it('stand in the order of numbers, and only while they have both of its keys', () => {
      const times = ['-1e20', '-3', '-2.5', '-0.001', '0', '1e-100', '0.5', '2', '10', '9007199254740993', '1e100']
      for (const [n, at] of times.entries()) put({ ...key((n * 7) % times.length), kind: { S: 'k' }, at: { N: at } })
      put({ ...key(90), kind: { S: 'k' } })
      const listed = (more: object = {}) =>
        ask('Query', {
          TableName,
          IndexName: 'by_time',
          KeyConditionExpression: 'kind = :x',
          ExpressionAttributeValues: { ':x': { S: 'k' } },
          ...more,
        }).Items.map(({ at }: { readonly at: { readonly N: string } }) => Number(at.N))
      expect(listed()).toEqual(times.map(Number))
      expect(listed({ ScanIndexForward: false, Limit: 2 })).toEqual([1e100, Number('9007199254740993')])
      put({ ...key(0), kind: { S: 'k' } })
      expect(listed()).toHaveLength(times.length - 1)
      ask('DeleteItem', { TableName, Key: key(7) })
      expect(listed()).toHaveLength(times.length - 2)
    })

    it('stand in the order of any numbers, page by page', () => {
      void check(
        property(
          array(double({ noNaN: true, noDefaultInfinity: true, min: -1e120, max: 1e120 }), { maxLength: 20 }),
          (given) => {
            const numbers = [...new Set(given.map((one) => (Math.abs(one) < 1e-120 ? 0 : one)))]
            for (const [n, at] of numbers.entries()) put({ ...key(n), kind: { S: 'k' }, at: { N: String(at) } })
            const found: number[] = []
            let ExclusiveStartKey: object | undefined
            do {
              const page = ask('Query', {
                TableName,
                IndexName: 'by_time',
                KeyConditionExpression: 'kind = :x',
                ExpressionAttributeValues: { ':x': { S: 'k' } },
                Limit: 3,
                ...(ExclusiveStartKey === undefined ? {} : { ExclusiveStartKey }),
              })
              found.push(...page.Items.map(({ at }: { readonly at: { readonly N: string } }) => Number(at.N)))
              ExclusiveStartKey = page.LastEvaluatedKey
            } while (ExclusiveStartKey !== undefined)
            expect(found).toEqual(numbers.toSorted((a, b) => a - b))
            for (const n of numbers.keys()) ask('DeleteItem', { TableName, Key: key(n) })
          },
        ),
        { numRuns: 50 },
      )
    })

    it('stand in two indexes at once, each showing what it carries', () => {
      put({ ...key(1), kind: { S: 'k' }, at: { N: '1' }, t: { S: 'hello' } })
      const from = (IndexName: string) =>
        ask('Query', {
          TableName,
          IndexName,
          KeyConditionExpression: 'kind = :x',
          ExpressionAttributeValues: { ':x': { S: 'k' } },
        }).Items
      expect(from('by_time')).toEqual([{ ...key(1), kind: { S: 'k' }, at: { N: '1' } }])
      expect(from('by_place')).toEqual([{ ...key(1), kind: { S: 'k' }, at: { N: '1' }, t: { S: 'hello' } }])
    })
  })

  describe('a transaction', () => {
    const puts = (count: number, from = 0) =>
      Array.from({ length: count }, (_, n) => ({
        Put: { TableName, Item: key(from + n), ConditionExpression: 'attribute_not_exists(pk)' },
      }))
    const count = () => ask('Scan', { TableName, Select: 'COUNT' }).Count

    it('a transaction of a hundred changes is made whole or not at all, and names the changes that failed', () => {
      ask('TransactWriteItems', { TransactItems: puts(100) })
      expect(count()).toBe(100)
      const refused = refusalOf('TransactWriteItems', { TransactItems: [...puts(2, 100), ...puts(1, 7)] })
      expect(refused).toMatch(/specific reasons \[None, None, ConditionalCheckFailed\]/)
      expect(count()).toBe(100)
      expect(refusalOf('TransactWriteItems', { TransactItems: puts(101, 200) })).toMatch(/^ValidationException/)
      expect(refusalOf('TransactWriteItems', { TransactItems: [...puts(1, 300), ...puts(1, 300)] })).toMatch(/one item/)
    })

    it('is made once for its token, and another with that token is refused', () => {
      const one = { TransactItems: puts(2), ClientRequestToken: 'token' }
      ask('TransactWriteItems', one)
      expect(ask('TransactWriteItems', one)).toEqual({})
      expect(refusalOf('TransactWriteItems', { ...one, TransactItems: puts(2, 5) })).toMatch(
        /^IdempotentParameterMismatch/,
      )
      now += 601_000
      expect(refusalOf('TransactWriteItems', one)).toMatch(/^TransactionCanceled/)
    })
  })

  describe('a row with a time to live', () => {
    it('is dropped with its rows in indexes once that is over, unless it says so by years', () => {
      ask('UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } })
      const second = now / 1_000
      const lives = [second - 10, second + 10, second - 6 * 365 * 86_400]
      for (const [n, ttl] of lives.entries())
        put({ ...key(n), kind: { S: 'k' }, at: { N: '1' }, ttl: { N: String(ttl) } })
      const left = () =>
        ask('Query', {
          TableName,
          IndexName: 'by_time',
          KeyConditionExpression: 'kind = :x',
          ExpressionAttributeValues: { ':x': { S: 'k' } },
        }).Items.map(({ sk }: { readonly sk: { readonly S: string } }) => sk.S)
      engine.expire()
      expect(left()).toEqual(['001', '002'])
      now += 20_000
      engine.expire()
      expect(left()).toEqual(['002'])
      expect(ask('Scan', { TableName, Select: 'COUNT' }).Count).toBe(1)
    })
  })
})
