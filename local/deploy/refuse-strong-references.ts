/** Refusal of an update that CloudFormation would refuse in the middle. */

import { Refusal } from '../admin/command.ts'
import type { CallAws } from '../admin/environment/call-aws.ts'

/** Export of a queue that was renamed after commit 90e07f3. Stacks of that time import it, and CloudFormation does not let it go. */
export const EXPORT_OF_RENAMED_QUEUE = 'TradingData:ExportsOutputReftendconditionals6849CB43330EAA58'

/**
 * Throws a `Refusal` if the deployed stacks import each other's exports, as those before commit 693c30c1 do: a deployment of that age
 * has no stage. Returns if AWS does not answer: the CDK then says why.
 */
export const refuseStrongReferences = async (callAws: CallAws, stage: string): Promise<void> => {
  if (stage !== '') return
  const request = { Action: 'ListImports', Version: '2010-05-15', ExportName: EXPORT_OF_RENAMED_QUEUE }
  // CloudFormation answers 400 if no stack imports the export.
  const answer = await callAws('cloudformation', '', request).catch(() => '')
  const [, importer] = /<member>([^<]+)<\/member>/.exec(answer) ?? []
  if (importer === undefined) return
  throw new Refusal(
    `The deployed stack ${importer} imports a queue of TradingData that this version does not have. Nothing was deployed. ` +
      'Check out the commit that is deployed now and run `npx cdk deploy --all -c @aws-cdk/core:defaultCrossStackReferences=both`. ' +
      'Then deploy commit 4384fd5f, let it run for some minutes, and deploy this version (docs/deploy.md, "Updating and going back").',
  )
}
