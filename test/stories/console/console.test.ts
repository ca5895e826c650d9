/**
 * The console in a real browser, in the long run: manual trading, every page and state, failing networks, and speed. All stories share one
 * service and one browser, because both take seconds to start.
 */

import { describe } from 'vitest'
import { hasChromium } from '../../support/browser/chromium-path.ts'
import { useStage } from '../../support/browser/stage.ts'
import { badNetwork } from './bad-network.ts'
import { byKeyboard } from './by-keyboard.ts'
import { everyPage } from './every-page.ts'
import { findingTheWay } from './finding-the-way.ts'
import { forms } from './forms.ts'
import { hostileText } from './hostile-text.ts'
import { howFast } from './how-fast.ts'
import { latestEvents } from './latest-events.ts'
import { linesOfTheChart } from './lines-of-the-chart.ts'
import { markets } from './markets.ts'
import { onATelephone } from './on-a-telephone.ts'
import { overview } from './overview.ts'
import { picturesOfTheDocs } from './pictures-of-the-docs.ts'
import { settings } from './settings.ts'
import { tradingByHand } from './trading-by-hand.ts'
import { tradingDay } from './trading-day.ts'
import { whatIsTrue } from './what-is-true.ts'
import { withManyStops } from './with-many-stops.ts'
import { writingATicket } from './writing-a-ticket.ts'

describe.skipIf(!hasChromium('the console'))('the console', { timeout: 240_000 }, () => {
  const stage = useStage()
  describe('trading by hand', () => tradingByHand(stage))
  describe('lines of the chart', () => linesOfTheChart(stage))
  describe('text of others', () => hostileText(stage))
  describe('a bad network', () => badNetwork(stage))
  describe('finding the way', () => findingTheWay(stage))
  describe('the list of markets', () => markets(stage))
  describe('by keyboard', () => byKeyboard(stage))
  describe('on a telephone', () => onATelephone(stage))
  describe('the overview', () => overview(stage))
  describe('the shown state', () => whatIsTrue(stage))
  describe('writing a ticket', () => writingATicket(stage))
  describe('the forms of the console', () => forms(stage))
  describe('keys, webhooks and limits', () => settings(stage))
  describe('latest events', () => latestEvents(stage))
  describe('a trading day', () => tradingDay(stage))
  describe('the speed of the console', () => howFast(stage))
  describe('every page', () => everyPage(stage))
  describe('the pictures of the docs', () => picturesOfTheDocs(stage))
  describe('many stops', () => withManyStops(stage))
})
