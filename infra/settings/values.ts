/** Schemas of the settings. `-c` gives texts, cdk.json may hold numbers. */

import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as v from 'valibot'
import { COST_STOPS } from '#domain/accounts/cost-stop.ts'
import { quotasIn } from '#domain/accounts/quotas.ts'

const text = v.pipe(v.union([v.string(), v.number()], 'It is a text or a number.'), v.transform(String))
const fits = (pattern: RegExp, requested: string) => v.pipe(text, v.regex(pattern, requested))
const toNumber = v.transform((given: string): number | null => (given === '' ? null : Number(given)))

export const whole = v.pipe(fits(/^[1-9]\d*$/, 'It is a whole number from 1 on.'), v.transform(Number))
export const seconds = v.pipe(
  fits(/^([1-9]|[1-5]\d)$/, 'It is a whole number of seconds from 1 to 59.'),
  v.transform(Number),
)
/** CloudWatch accepts only certain numbers of days. */
export const retention = v.pipe(
  whole,
  v.check(
    (days) => RetentionDays[days] !== undefined,
    'It is a number of days that CloudWatch knows: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400 or more.',
  ),
)
export const price = fits(/^0\.\d{1,6}$/, 'It is dollars below 1, with at most six decimals: 0.02.')
export const address = fits(
  /^(https:\/\/\S+[^\s/])?$/,
  'It is an https address without a slash at its end; empty: not traded.',
)
export const socketAddress = fits(
  /^(wss:\/\/\S+[^\s/])?$/,
  'It is a wss address without a slash at its end; empty: prices are polled.',
)
export const origins = fits(
  /^(https?:\/\/[^\s/,]+(,https?:\/\/[^\s/,]+)*)?$/,
  'It is one origin, such as https://app.example.com, or several with commas between them; empty: none.',
)
export const quotas = v.pipe(
  text,
  v.rawCheck(({ dataset, addIssue }) => {
    try {
      quotasIn(String(dataset.value))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      addIssue({ message: error.message })
    }
  }),
)
export const email = fits(/^(\S+@\S+)?$/, 'It is a mail address; empty: none.')
export const accounts = v.picklist(
  ['paper', 'demo', 'production'],
  'It is paper (real markets, play money, nothing is sent), demo (EXCHANGE_A only, with play money) or production (both exchanges, with real money).',
)
export const onOrOff = v.picklist(['on', 'off'], 'It is on or off.')
export const costStop = v.picklist(
  COST_STOPS,
  'It is strangers (pages and documents for requests without a key are halted), new-risk (these, and orders that do more than reduce a position) or nothing.',
)
/** Short, because the names of Lambdas begin with it and may have 64 characters. */
export const stage = fits(
  /^([a-z][a-z0-9]{0,11})?$/,
  'It is at most twelve small letters and digits, a letter first; empty: the deployment without a name.',
)
/** Values of MaximumConcurrency of an event source mapping. */
export const concurrency = v.pipe(
  fits(/^([2-9]|[1-9]\d|[1-9]\d\d|1000)?$/, 'It is a whole number from 2 to 1000; empty: no limit.'),
  toNumber,
)
export const dollars = v.pipe(fits(/^([1-9]\d*)?$/, 'It is a whole number of dollars; empty: no budget.'), toNumber)
export const tableName = fits(/^([\w.-]{3,255})?$/, 'It is the name of a table; empty: a new one.')
export const keyArn = fits(/^(arn:[\w-]+:kms:\S+:key\/\S+)?$/, 'It is the ARN of a KMS key; empty: a new one.')
/** The certificate of S3 is valid only for names without a dot. */
export const bucketName = fits(/^([a-z0-9-]{3,63})?$/, 'It is the name of a bucket, without a dot; empty: a new one.')
export const domainName = fits(
  /^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/,
  'It is a domain name in small letters, such as trade.example.com; empty: none.',
)
export const certificateArn = fits(
  /^(arn:[\w-]+:acm:\S+:certificate\/\S+)?$/,
  'It is the ARN of a certificate in ACM, in the region of the deployment; empty: none.',
)
