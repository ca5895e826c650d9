/** A function that needs nothing: what loading any module costs. */

export const handler = () => null
