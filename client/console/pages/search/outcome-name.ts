/** The short name of a market within its event: its subtitle, if the exchange gives one. */

import type { Market } from '../../api/types.ts'

export const outcomeName = ({ subtitle, name }: Pick<Market, 'subtitle' | 'name'>): string =>
  subtitle === null || subtitle === '' ? name : subtitle
