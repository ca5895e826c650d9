/** The outputs of a stack, as CloudFormation describes it. */

import type { CallAws } from './call-aws.ts'
import { unescaped } from './unescaped.ts'

/** By name. Throws a `Refusal` with CloudFormation's words where there is no such stack. */
export const stackOutputs = async (callAws: CallAws, stack: string): Promise<Readonly<Record<string, string>>> => {
  const described = await callAws('cloudformation', '', {
    Action: 'DescribeStacks',
    Version: '2010-05-15',
    StackName: stack,
  })
  const outputs = /<Outputs>(.*?)<\/Outputs>/s.exec(described)?.[1] ?? ''
  const read = (member: string, tag: string): string =>
    unescaped(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(member)?.[1] ?? '')
  return Object.fromEntries(
    [...outputs.matchAll(/<member>(.*?)<\/member>/gs)].map(([, member = '']) => [
      read(member, 'OutputKey'),
      read(member, 'OutputValue'),
    ]),
  )
}
