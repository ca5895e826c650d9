/** Name of a template in one region: the name of a resource that is unique in the account contains the region. */

type Joined = { readonly 'Fn::Join': readonly [glue: string, parts: readonly (string | object)[]] }

export const inOneRegion = (name: string | Joined): string =>
  typeof name === 'string'
    ? name
    : name['Fn::Join'][1]
        .map((part) =>
          typeof part === 'string' ? part : `<${REGION.get(JSON.stringify(part)) ?? 'of another resource'}>`,
        )
        .join('')

const REGION = new Map([[JSON.stringify({ Ref: 'AWS::Region' }), 'region']])

/** True if the name does not depend on names that CloudFormation makes. */
export const isFixed = (name: unknown): name is string | Joined =>
  typeof name === 'string' ||
  (typeof name === 'object' && name !== null && 'Fn::Join' in name && !inOneRegion(name as Joined).includes('<of'))
