/** True if an error of a call says that no answer has come. */

export const isSilence = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) ||
  (error instanceof DOMException && error.name === 'TimeoutError')
