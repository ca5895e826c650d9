/** One order of an exit and three more. Then the exit is reported, and given up unless it stops a loss. */
export const MOST_FAILURES = 4
