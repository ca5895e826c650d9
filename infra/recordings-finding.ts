/** Name of the objects of recordings in findings of cdk-nag about other stacks. */

import { RECORDINGS_PREFIX } from '#lambda/environment.ts'

/** Output through which the CDK passes the ARN of the bucket to other stacks. If the CDK changes the name, a synthesis fails. */
const OUTPUT = 'PublishOutputFnGetAttcatalogue1B15CAF5Arn9C38E0BE'

/** `dataStack` is the name of the stack with the bucket; `adopted` the name of an adopted bucket, empty for a new one. */
export const recordingsFinding = (dataStack: string, adopted: string): string => {
  const id = JSON.stringify({
    'Fn::GetStackOutput': { StackName: dataStack, Region: { Ref: 'AWS::Region' }, OutputName: OUTPUT },
  })
  return `Resource::${adopted === '' ? id : `arn:<AWS::Partition>:s3:::${adopted}`}/${RECORDINGS_PREFIX}*`
}
