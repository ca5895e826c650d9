/** One template of all functions for the SAM CLI: each runs in a container of its own, from the bundle that AWS gets. */

/** A route of the HTTP API. The path `$default` is for all requests that no other route takes. */
export interface SamRoute {
  readonly method: string
  readonly path: string
}

/** A function with its bundle and its variables. */
export interface SamFunction {
  readonly name: string
  /** Empty for a consumer of a queue and for a schedule, which `sam local invoke` starts. */
  readonly routes: readonly SamRoute[]
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

/** Containers are of the architecture of this machine: one of another would be emulated, and slow. */
export const samTemplate = (functions: readonly SamFunction[], architecture: 'arm64' | 'x86_64') => ({
  AWSTemplateFormatVersion: '2010-09-09',
  Transform: 'AWS::Serverless-2016-10-31',
  Description:
    'The functions of the trading service for sam local. Written by npm run sam: do not edit, do not deploy.',
  Resources: {
    Api: { Type: 'AWS::Serverless::HttpApi' },
    ...Object.fromEntries(
      functions.map(({ name, routes, folder, timeoutS, memoryMb, environment }) => {
        const events = routes.map(({ method, path }, place) => [`Route${place}`, eventOf(method, path)])
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
              ...(events.length === 0 ? {} : { Events: Object.fromEntries(events) }),
            },
          },
        ]
      }),
    ),
  },
})

/**
 * Value of `--env-vars`: the variables of each function. `reached` changes addresses of this machine into addresses that a container
 * reaches.
 */
export const samEnvironment = (
  functions: readonly SamFunction[],
  reached: (value: string) => string,
): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    functions.map(({ name, environment }) => [
      logicalId(name),
      Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, reached(value)])),
    ]),
  )
