/** The error DynamoDB answers to a request that makes no sense. */
export const invalid = (message: string): Error => Object.assign(new Error(message), { name: 'ValidationException' })
