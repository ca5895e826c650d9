import { faultStories } from '../support/fault-stories.ts'

faultStories('EXCHANGE_A')
