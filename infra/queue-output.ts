/** `execute-order` → `QueueUrlExecuteOrder`: the output of `TradingData` that tells where a queue is. */
export const queueOutput = (queue: string): string =>
  `QueueUrl${queue.replaceAll(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())}`
