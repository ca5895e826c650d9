/** Decides whether a text of an exchange is the address of a picture that the page may load. */

import { PICTURE_HOSTS } from './picture-hosts.ts'

export const isPicture = (text: string | null): text is string => {
  const url = text === null ? null : URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.port === '' && PICTURE_HOSTS.includes(url.hostname)
}
