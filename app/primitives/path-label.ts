/**
 * Returns a label for the path of a field: its last name as words, and the position of an item in a list.
 * `config.log_id` becomes “Log id”, and `tags.2` becomes “Tags, item 3”.
 */
export function labelOfPath(path: readonly PropertyKey[]): string {
  const names = path.map(String)
  const last = names.findLastIndex((name) => !/^\d+$/.test(name))
  if (last < 0) return ''
  const words = names[last]!.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/(?<=[a-z0-9])_(?=[a-z0-9])/gi, ' ')
    .replace(/\b(url|ip)(s?)\b/gi, (_, word: string, s: string) => word.toUpperCase() + s.toLowerCase())
  const item = names[last + 1]
  return (
    words.charAt(0).toUpperCase() + words.slice(1) + (item === undefined ? '' : `, item ${Number(item) + 1}`)
  )
}
