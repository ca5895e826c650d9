/** Host of a service of AWS in a region: regions in China have a domain of their own. */
export const awsHost = (service: string, region: string): string =>
  `${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
