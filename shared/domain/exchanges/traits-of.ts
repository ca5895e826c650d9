/** The table of contents of the exchanges' traits: one line for each exchange. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import { EXCHANGE_A } from './exchange-a.ts'
import { EXCHANGE_B } from './exchange-b.ts'
import type { ExchangeTraits } from './traits.ts'

const TRAITS: Readonly<Record<ExchangeName, ExchangeTraits>> = {
  EXCHANGE_A,
  EXCHANGE_B,
}

/** How the exchange of that name behaves. */
export const traitsOf = (name: ExchangeName): ExchangeTraits => TRAITS[name]
