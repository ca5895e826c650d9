/** `execute-order` → `QueueUrlExecuteOrder`: output of `TradingData` with the address of a queue. */
export const queueOutput = (queue: string): string =>
  `QueueUrl${queue.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())}`
