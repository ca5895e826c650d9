/** The kind of accounts that the service trades with; null before it is known. */

import { signal } from '@preact/signals'

export type AccountKind = 'simulated' | 'paper' | 'demo' | 'production'

export const accounts = signal<AccountKind | null>(null)
