/** The whole deployment as a CDK app, checked by cdk-nag. */

import { App, CfnOutput, Lazy, Tags, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { CATALOGUE_KEY, RECORD_IN_S3, RECORDINGS_PREFIX } from '#lambda/environment.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { acceptFindings } from './accepted-findings.ts'
import { serviceDashboard } from './constructs/service-dashboard.ts'
import type { Surroundings } from './constructs/surroundings.ts'
import { recordingsFinding } from './recordings-finding.ts'
import { announcement } from './settings/announce.ts'
import { readSettings } from './settings/read-settings.ts'
import { ApiStack } from './stacks/api.ts'
import { DataStack } from './stacks/data.ts'
import { WatchStack } from './stacks/watch.ts'
import { WorkersStack } from './stacks/workers.ts'

/** `bundles` is the folder of the bundles of the Lambdas, `tell` receives the summary of the deployment. */
export const tradingApp = (
  bundles: string,
  app: App = new App(),
  report: (words: string) => void = () => undefined,
) => {
  const settings = readSettings(app.node)
  report(announcement(settings))
  const idOf = (name: string): string => (settings.stage === '' ? name : `${settings.stage}-${name}`)
  const data = new DataStack(app, idOf('TradingData'), { settings, terminationProtection: true })
  const perQueue = (get: (queue: QueueName) => string) =>
    Object.fromEntries(Object.keys(data.queues).map((queue) => [queue, get(queue as QueueName)])) as Record<
      QueueName,
      string
    >
  const around: Surroundings = {
    deployment: {
      stage: settings.stage,
      tableName: data.table.tableName,
      queueUrls: perQueue((queue) => data.queues[queue].queueUrl),
      vaultKeyId: data.vaultKey.keyArn,
      catalogueBucket: data.catalogue.bucketName,
      streams: data.streams,
      // Only functions of the API stack use its address, which is known at the synthesis.
      apiUrl: Lazy.string({ produce: () => api.address }),
      settings: settings.service,
    },
    tableArn: data.table.tableArn,
    queueArns: perQueue((queue) => data.queues[queue].queueArn),
    vaultKeyArn: data.vaultKey.keyArn,
    streamsArn: data.streams.connectionsArn,
    catalogueArn: data.catalogue.arnForObjects(CATALOGUE_KEY),
    recordingsArn:
      settings.service.record === RECORD_IN_S3 ? data.catalogue.arnForObjects(`${RECORDINGS_PREFIX}*`) : null,
    alarms: data.alarms,
    logRetention: settings.logRetentionDays,
    bundles,
  }
  serviceDashboard(data, { tableName: data.table.tableName, queues: data.queues })
  // The operator's commands call the exchanges that are traded.
  new CfnOutput(data, 'Accounts', { value: settings.service.accounts })
  new CfnOutput(data, 'Exchanges', { value: JSON.stringify(settings.service.exchanges) })
  const api = new ApiStack(app, idOf('TradingApi'), { around, settings })
  const readers = [
    new WorkersStack(app, idOf('TradingWorkers'), {
      around,
      streamApi: data.streams.id,
      settings,
      concurrency: settings.consumerConcurrency,
    }),
    new WatchStack(app, idOf('TradingWatch'), { around, settings, overBudget: data.overBudget }),
  ]
  // Requests store new instructions, and other functions carry them out: those functions are updated first.
  for (const reader of readers) api.addStackDependency(reader)
  const stacks = [data, api, ...readers]
  // Cost reports of the account distinguish deployments by these tags.
  Tags.of(app).add('project', 'prediction-market-trading')
  if (settings.stage !== '') Tags.of(app).add('stage', settings.stage)
  acceptFindings(stacks, {
    connections: data.streams.finding,
    recordings: recordingsFinding(data.stackName, settings.adopted.bucket),
  })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  return { app, stacks }
}
