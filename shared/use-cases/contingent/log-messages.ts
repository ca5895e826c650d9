/** Log messages that tests and commands of the operator name. */

export const CONTINGENT_LOG = {
  exitOverdue: 'fired exit waits for another order to leave the book',
  exitIncomplete: 'exit incomplete',
  exitsExceedPosition: 'resting exits exceed the position',
} as const
