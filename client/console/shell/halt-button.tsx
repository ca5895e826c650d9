/** Opens the question of HALT. Every page shows it. */

import { isHalted } from './halted.ts'
import { opened } from './opened.ts'

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
