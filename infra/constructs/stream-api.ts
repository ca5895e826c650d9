/** The WebSocket API of the streams: its address must be known to all stacks, its routes stand in the one with their functions. */

import { CfnOutput, Stack } from 'aws-cdk-lib'
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { ownLimit, type RouteLimit } from '#lambda/route-limits.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import type { MakeFunction } from './house-functions.ts'
import { houseInvokers } from './house-integration.ts'
import { named } from './named.ts'
import { throttleOf } from './throttle-of.ts'

/** Where clients connect to, where they are told from, and what may be allowed. */
export interface StreamApi {
  readonly id: string
  readonly url: string
  readonly endpoint: string
  /** The ids of connections are given by the gateway, so no permission can name them. */
  readonly connectionsArn: string
  /** What cdk-nag calls this resource in other stacks. */
  readonly finding: string
}

const STAGE = 'live'

/** The API without routes, with its address as an output. It costs nothing while nobody is connected. */
export const streamApi = (scope: Construct): StreamApi => {
  const api = new CfnApi(scope, 'streams', {
    name: named(scope, 'prediction-market-trading', 'streams'),
    protocolType: 'WEBSOCKET',
    // Each message goes to the same function, whatever it says.
    routeSelectionExpression: '$request.body.op',
  })
  const { region, account, partition, urlSuffix } = Stack.of(scope)
  const host = `${api.ref}.execute-api.${region}.${urlSuffix}/${STAGE}`
  const url = `wss://${host}`
  new CfnOutput(scope, 'StreamAddress', { value: url })
  const connectionsArn = `arn:${partition}:execute-api:${region}:${account}:${api.ref}/${STAGE}/*/@connections/*`
  return { id: api.ref, url, endpoint: `https://${host}`, connectionsArn, finding: findingOf(api) }
}

/** The output by which the CDK hands the id of the API to other stacks. Where the CDK names it otherwise, a synthesis says so. */
const OUTPUT = 'PublishOutputRefstreams7D36D475'

/** The ARN as it stands in the template of a stack that reads that output. */
const findingOf = (api: CfnApi): string => {
  const { stackName } = Stack.of(api)
  const id = JSON.stringify({
    'Fn::GetStackOutput': { StackName: stackName, Region: { Ref: 'AWS::Region' }, OutputName: OUTPUT },
  })
  return `Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:${id}/${STAGE}/*/@connections/*`
}

interface StreamRoutes {
  readonly apiId: string
  readonly settings: Pick<DeploySettings, 'stageRatePerSecond' | 'stageBurst'>
  readonly make: MakeFunction
}

/** Its stage, and its routes with their functions. */
export const streamRoutes = (scope: Construct, { apiId, settings, make }: StreamRoutes): void => {
  const invokerOf = houseInvokers(scope)
  const { region, partition } = Stack.of(scope)
  const limited: { readonly key: string; readonly limit: RouteLimit; readonly made: CfnRoute }[] = []
  for (const { handler } of SOCKETS) {
    const { name, route } = handler.spec
    const lambda = make(handler.spec)
    const integration = new CfnIntegration(scope, `${name}-integration`, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`,
      credentialsArn: invokerOf(lambda).roleArn,
    })
    const made = new CfnRoute(scope, `${name}-route`, {
      apiId,
      routeKey: route,
      authorizationType: 'NONE',
      target: `integrations/${integration.ref}`,
    })
    const limit = ownLimit(name, { perSecond: settings.stageRatePerSecond, burst: settings.stageBurst })
    if (limit !== null) limited.push({ key: route, limit, made })
  }
  const stage = new CfnStage(scope, 'stream-stage', {
    apiId,
    stageName: STAGE,
    autoDeploy: true,
    // No access log: a WebSocket API writes one through a role that the whole account shares in a region, and that a new account does not have.
    defaultRouteSettings: {
      throttlingRateLimit: settings.stageRatePerSecond,
      throttlingBurstLimit: settings.stageBurst,
    },
    routeSettings: Object.fromEntries(limited.map(({ key, limit }) => [key, throttleOf(limit)])),
  })
  // CloudFormation finds no route that it has not made yet.
  for (const { made } of limited) stage.addResourceDependency(made)
}
