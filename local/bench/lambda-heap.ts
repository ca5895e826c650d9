/**
 * The heap of a function on AWS, as flags of node: its runtime takes a twentieth of the memory for each half of the young objects, and nine
 * tenths for the old ones (the script `bootstrap` of Lambda's runtime for Node.js 24, as
 * https://dev.to/wonderfulsoap/deep-dive-into-aws-lambda-3-official-nodejs-runtime-analysis-43je shows it). Without them node goes by the memory of this machine.
 */
export const lambdaHeap = (memoryMb: number): readonly string[] => [
  `--max-semi-space-size=${Math.floor(memoryMb * 0.05)}`,
  `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
]
