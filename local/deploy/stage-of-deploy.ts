/** Stage that a run of `npm run deploy` is for. */

import { Refusal } from '../admin/command.ts'

/**
 * `given` are the arguments for the CDK, `cdkJson` is the text of `cdk.json`. The last `-c stage=` counts, as in the CDK. Throws a `Refusal`
 * if the text is no JSON.
 */
export const stageOfDeploy = (given: readonly string[], cdkJson: string): string => {
  const inArguments = given
    .flatMap((text, place) => (text === '-c' || text === '--context' ? [given[place + 1] ?? ''] : []))
    .concat(given.flatMap((text) => /^(?:-c|--context)=(.*)$/s.exec(text)?.[1] ?? []))
    .findLast((text) => text.startsWith('stage='))
  if (inArguments !== undefined) return inArguments.slice('stage='.length)
  const { context = {} } = parsed(cdkJson)
  return String(context.stage ?? '')
}

const parsed = (text: string): { readonly context?: { readonly stage?: unknown } } => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal(`cdk.json is no JSON: ${String(error)}. Look for a missing or additional comma or quote.`)
  }
}
