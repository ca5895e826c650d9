/** A text of other people without characters that control a terminal. */

export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�')
