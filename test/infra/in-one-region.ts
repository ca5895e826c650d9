/** A name of a template as it is in one region: what an account has once for all its regions has the region in its name. */

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

/** Whether the name does not depend on what CloudFormation names by itself. */
export const isFixed = (name: unknown): name is string | Joined =>
  typeof name === 'string' ||
  (typeof name === 'object' && name !== null && 'Fn::Join' in name && !inOneRegion(name as Joined).includes('<of'))
