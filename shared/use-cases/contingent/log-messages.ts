/** Log messages that tests name. */

export const CONTINGENT_LOG = {
  exitsExceedPosition: 'resting exits exceed the position',
} as const
