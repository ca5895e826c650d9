/** Mails the owner if the account is going to cost more than expected, and notifies the topic once it does. Two budgets of an account are free. */

import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import { namedForAccount } from './named.ts'

/** Makes no budget without an address for mails. A budget counts the whole account: only tags that the owner has activated could separate a part. */
export const projectBudget = (
  scope: Construct,
  { alarmEmail, monthlyBudget }: Pick<DeploySettings, 'alarmEmail' | 'monthlyBudget'>,
  overBudget: ITopic,
): void => {
  if (alarmEmail === '' || monthlyBudget === null) return
  const reported = (notificationType: 'ACTUAL' | 'FORECASTED', ...others: readonly CfnBudget.SubscriberProperty[]) => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100, thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }, ...others],
  })
  new CfnBudget(scope, 'budget', {
    budget: {
      budgetName: namedForAccount(scope, 'trading', 'budget'),
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      reported('ACTUAL', { subscriptionType: 'SNS', address: overBudget.topicArn }),
      reported('FORECASTED'),
    ],
  })
}
