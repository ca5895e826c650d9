/** Address of the page about the code of a refusal. */

/** `address`: scheme and host of the service. If it is empty, the result is a path at the service. */
export const docUrl = (address: string, code: string): string => `${address}/v1/docs?page=errors#${code}`
