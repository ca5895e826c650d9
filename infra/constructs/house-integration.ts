/**
 * How the HTTP API reaches a Lambda. API Gateway calls in a role that names each function, in place of one permission for each route:
 * that saves a CloudFormation resource for each endpoint.
 */

import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/** A role takes 10,240 characters of policy, and the ARN of a function has at most 112. */
const FUNCTIONS_OF_A_ROLE = 60

/** Answers, for each function in turn, the role that may call it. */
export const houseInvokers = (scope: Construct): ((lambda: Lambda) => IRole) => {
  let role: IRole | null = null
  let arns: PolicyStatement | null = null
  let [roles, functions] = [0, 0]
  return (lambda) => {
    if (role === null || arns === null || functions === FUNCTIONS_OF_A_ROLE) {
      roles += 1
      functions = 0
      arns = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
      role = new Role(scope, `invoker-${roles}`, {
        assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
        inlinePolicies: { functions: new PolicyDocument({ statements: [arns] }) },
      })
    }
    arns.addResources(lambda.functionArn)
    functions += 1
    return role
  }
}

export const houseIntegration = (id: string, lambda: Lambda, invoker: IRole): HttpRouteIntegration =>
  new (class extends HttpRouteIntegration {
    override bind() {
      return {
        type: HttpIntegrationType.AWS_PROXY,
        uri: lambda.functionArn,
        payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
        credentials: IntegrationCredentials.fromRole(invoker),
      }
    }
  })(id)
