/** Log messages that tests, the doctor and docs/operations.md name. */

export const EXCHANGE_LOG = {
  unknownValue: 'unknown enum value received',
} as const
