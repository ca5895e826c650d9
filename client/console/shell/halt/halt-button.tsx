/** Opens the question of HALT. Every page shows it. */

import { opened } from '../opened.ts'
import { isHalted } from './halted.ts'

export const HaltButton = () => (
  <button
    type="button"
    class="button danger compact halt"
    onClick={() => {
      opened.value = 'halt'
    }}
  >
    {isHalted.value ? 'HALTED' : 'HALT'}
  </button>
)
