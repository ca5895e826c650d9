/** Dependencies of the sweep of one piece of work. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WorkStore } from '#ports/work/work-store.ts'
import type { ActivateAccountDeps } from '../accounts/activate-account.ts'
import type { EndRecordingDeps } from '../changes/end-recording.ts'
import type { RollTradingDayDeps } from '../risk/roll-trading-day.ts'
import type { DeleteSubaccountDeps } from '../wind-down/delete-subaccount.ts'
import type { FireDeadMansSwitchDeps } from '../wind-down/fire-dead-mans-switch.ts'
import type { ContinueFlatteningDeps } from '../wind-down/flatten-subaccount.ts'
import type { ReadRound } from './read-together.ts'
import type { RecordSweepDeps } from './record-sweep.ts'

export interface SweepItemDeps
  extends ActivateAccountDeps,
    RollTradingDayDeps,
    FireDeadMansSwitchDeps,
    ContinueFlatteningDeps,
    DeleteSubaccountDeps,
    EndRecordingDeps,
    Pick<RecordSweepDeps, 'swept'> {
  readonly work: WorkStore
  readonly complexOrders: ComplexOrderStore
  readonly positions: ContinueFlatteningDeps['positions']
  readonly subaccounts: SubaccountStore
  readonly accountSyncs: Pick<AccountSyncStore, 'get' | 'getMany' | 'save'>
  /** The kind of accounts that the service trades with. */
  readonly accounts: AccountKind
  /** Objects that were read before its round began. */
  readonly read: ReadRound
}
