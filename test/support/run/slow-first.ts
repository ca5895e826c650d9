/** Files that mostly wait come first, so that no run ends with one of them alone. */

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [
  'local/restart',
  'docs/guides',
  'console/',
  'service/client',
  'local/',
  'third-exchange',
  'infra/',
  'faults',
  'stories/',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = SLOW.findIndex((part) => moduleId.includes(part))
  return place === -1 ? SLOW.length : place
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
