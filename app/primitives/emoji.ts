const custom = /^(?:<a?:)?(\w{1,32}):(\d{17,20})>?$/

/** Returns the id in a custom emoji such as `wave:500000000000000001`, or undefined for other text. */
export const emojiIdIn = (text: string): string | undefined => custom.exec(text)?.[2]

/** Parses a custom emoji in the format of the API or of messages. Returns undefined for other text. */
export function customEmoji(text: string): { id: string; name: string; value: string } | undefined {
  const [, name, id] = custom.exec(text.trim()) ?? []
  return name && id ? { id, name, value: `${name}:${id}` } : undefined
}

/** Checks whether a text is one Unicode emoji. Accepts sequences, such as flags and emojis with a skin tone. */
export const isUnicodeEmoji = (text: string): boolean =>
  text.length <= 32 &&
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text) &&
  !/[\p{L}\s]/u.test(text)
