/** Stage that a run of `npm run deploy` is for. */

/** `given` are the arguments for the CDK, `cdkJson` is the text of `cdk.json`. The last `-c stage=` counts, as in the CDK. */
export const stageOfDeploy = (given: readonly string[], cdkJson: string): string => {
  const inArguments = given
    .flatMap((text, place) => (text === '-c' || text === '--context' ? [given[place + 1] ?? ''] : []))
    .concat(given.flatMap((text) => /^(?:-c|--context)=(.*)$/s.exec(text)?.[1] ?? []))
    .findLast((text) => text.startsWith('stage='))
  if (inArguments !== undefined) return inArguments.slice('stage='.length)
  const { context = {} }: { readonly context?: { readonly stage?: unknown } } = JSON.parse(cdkJson)
  return String(context.stage ?? '')
}
