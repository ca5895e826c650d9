/** Largest list of one answer, in bytes as they count in the answer of a function: Lambda hands over 6 MB, and refuses more. */
export const MOST_LIST_BYTES = 5_000_000 - 2_000
