/** Reads the weights in a header such as `Accept` or `Accept-Encoding`, by lower-case names: `gzip;q=0.5` weighs 0.5. */
export const headerWeights = (header: string): ReadonlyMap<string, number> => new Map(header.split(',').map(weightOf))

/** A weight that cannot be read counts as 0. */
const weightOf = (item: string): readonly [string, number] => {
  const [name = '', ...parameters] = item
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
