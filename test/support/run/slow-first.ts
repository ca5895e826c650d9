/**
 * Heavy files come first, so that no run ends with one of them alone. Files that mostly wait come between, so that a core has work. Files
 * of one project follow each other: a process that many files share ends where the next file is of another.
 */

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [
  'stories/console/',
  'service/local-service',
  'local/rehearse',
  'local/queues',
  'local/start-lambda',
  'service/reference-page-in-browser',
  'local/install',
  'local/',
  'contingent/dead-streams',
  'third-exchange',
  'stories/replay',
  'adapters/paper/paper-comparison',
  'client/package',
  'aws/stream-sender',
  'infra/deployment',
  'orders/pushed-fills',
  'faults-exchange',
  'client/stream.test',
  'amend-faults',
  'stories/markets/market-data',
  'client/cli-messages',
  'faults',
  'engine/wire',
  'stories/contingent',
  'streams/readers',
  'stories/',
  'price-watch/',
  'watch-marks',
  'month-of-settlements',
  'end-market',
  'at-random',
]

const PROJECTS = ['apart', 'engine', 'stores', 'memory', 'rules', 'chaos']

const rank = ({ moduleId, project }: TestSpecification): number => {
  const place = SLOW.findIndex((part) => moduleId.includes(part))
  return PROJECTS.indexOf(project.name) * (SLOW.length + 1) + (place === -1 ? SLOW.length : place)
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
