/** Tells the owner by mail when the account costs more than he expects, and the topic once it does. AWS asks nothing for two budgets of an account. */

import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import { namedForAccount } from './named.ts'

/** None without an address to mail to. A budget counts the whole account: only tags that its owner has activated could set a part apart. */
export const houseBudget = (
  scope: Construct,
  { alarmEmail, monthlyBudget }: Pick<DeploySettings, 'alarmEmail' | 'monthlyBudget'>,
  overBudget: ITopic,
): void => {
  if (alarmEmail === '' || monthlyBudget === null) return
  const told = (notificationType: 'ACTUAL' | 'FORECASTED', ...others: readonly CfnBudget.SubscriberProperty[]) => ({
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
      told('ACTUAL', { subscriptionType: 'SNS', address: overBudget.topicArn }),
      told('FORECASTED'),
    ],
  })
}
