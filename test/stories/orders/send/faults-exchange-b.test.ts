import { faultStories } from '../../../support/faults/fault-stories.ts'

faultStories('EXCHANGE_B')
