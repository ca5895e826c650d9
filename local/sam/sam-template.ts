/** One template of all endpoints for the SAM CLI: each runs in a container of its own, from the bundle that AWS gets. */

/** An endpoint with what it runs from and with. */
export interface SamEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly timeoutS: number
  readonly memoryMb: number
  /** Folder of its bundle. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

interface HttpApiEvent {
  readonly Type: 'HttpApi'
  readonly Properties: {
    readonly ApiId: { readonly Ref: string }
    readonly Method?: string
    readonly Path?: string
  }
}

/** `place-order` → `PlaceOrder`: CloudFormation takes letters and digits. */
const logicalId = (name: string): string =>
  name.replaceAll(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase())

const eventOf = (method: string, path: string): HttpApiEvent => ({
  Type: 'HttpApi',
  // Without method and path it takes what no other does.
  Properties: { ApiId: { Ref: 'Api' }, ...(path === '$default' ? {} : { Method: method, Path: path }) },
})

/**
 * `wrongMethods` are routes that the endpoint of path `$default` takes as well. Containers are of the architecture of this machine: one of
 * another would be emulated, and slow.
 */
export const samTemplate = (
  endpoints: readonly SamEndpoint[],
  wrongMethods: ReadonlyArray<Pick<SamEndpoint, 'method' | 'path'>>,
  architecture: 'arm64' | 'x86_64',
) => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Transform: 'AWS::Serverless-2016-10-31',
  Description:
    'The endpoints of the trading service for sam local start-api. Written by npm run sam: do not edit, do not deploy.',
  Resources: {
    Api: { Type: 'AWS::Serverless::HttpApi' },
    ...Object.fromEntries(
      endpoints.map(({ name, method, path, folder, timeoutS, memoryMb, environment }) => {
        const more = path === '$default' ? wrongMethods : []
        const routes = [{ method, path }, ...more].map((route, place) => [
          `Route${place}`,
          eventOf(route.method, route.path),
        ])
        return [
          logicalId(name),
          {
            Type: 'AWS::Serverless::Function',
            Properties: {
              CodeUri: folder,
              Handler: 'index.handler',
              Runtime: 'nodejs24.x',
              Architectures: [architecture],
              Timeout: timeoutS,
              MemorySize: memoryMb,
              // SAM hands over only variables that the template names; their values are in the file of the environment.
              Environment: { Variables: Object.fromEntries(Object.keys(environment).map((key) => [key, ''])) },
              Events: Object.fromEntries(routes),
            },
          },
        ]
      }),
    ),
  },
})

/**
 * Value of `--env-vars`: the variables of each function. `reached` changes addresses into those that a container
 * reaches.
 */
export const samEnvironment = (
  endpoints: readonly SamEndpoint[],
  reached: (value: string) => string,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    endpoints.map(({ name, environment }) => [
      logicalId(name),
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, reached(value)])),
    ]),
  )
