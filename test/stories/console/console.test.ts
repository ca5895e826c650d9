/** The console in a real browser. All stories share one service and one browser, because both take seconds to start. */

import { describe } from 'vitest'
import { hasChromium } from '../../support/browser/chromium-path.ts'
import { useStage } from '../../support/browser/stage.ts'
import { hostileText } from './hostile-text.ts'
import { linesOfTheChart } from './lines-of-the-chart.ts'
import { tradingByHand } from './trading-by-hand.ts'

describe.skipIf(!hasChromium('the console'))('the console', { timeout: 120_000 }, () => {
  const stage = useStage()
  describe('trading by hand', () => tradingByHand(stage))
  describe('lines of the chart', () => linesOfTheChart(stage, 'stop loss'))
  describe('text of others', () => hostileText(stage))
})
