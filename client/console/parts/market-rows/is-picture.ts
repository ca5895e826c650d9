/** Decides whether a text of an exchange is the address of a picture that the page may load. */

/** Hosts of the pictures of EXCHANGE_B, as its listings name them. The policy of the page names the same hosts: the browser loads no other picture. */
const HOSTS = ['polymarket-upload.s3.us-east-2.amazonaws.com', 'polymarket-static.s3.us-east-2.amazonaws.com']

export const isPicture = (text: string | null): text is string => {
  const url = text === null ? null : URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.port === '' && HOSTS.includes(url.hostname)
}
