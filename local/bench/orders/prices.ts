/** Public on-demand list prices of AWS in us-east-1, in dollars, without the free tier. */

export const PRICES = {
  /** When these were last compared with the price pages of AWS. */
  checked: '2026-11-21',
  million: {
    dynamoDbWriteUnits: 0.625,
    dynamoDbReadUnits: 0.125,
    sqsStandard: 0.4,
    sqsFifo: 0.5,
    lambdaCalls: 0.2,
    httpApiCalls: 1,
    kmsRequests: 3,
  },
  /** arm64. */
  lambdaGbS: 0.0000133334,
  /** CloudWatch Logs, taken in. */
  logGb: 0.5,
} as const
