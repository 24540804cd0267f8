/**
 * Matches the start of each cell that spreadsheets would run as a formula. Depending on the locale, spreadsheets also
 * start a cell at a semicolon, tab or line break inside a field.
 */
const FORMULA_START = /(^|[;\t\r\n])(?=[" ]*[=+\-@＝＋－＠])/g

/** Returns a CSV record (RFC 4180) with its line break. Null becomes an empty field. */
export const csvRecord = (values: readonly (string | number | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`

/** Formats a CSV field. Prefixes an apostrophe to text that spreadsheets would run as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value.replace(FORMULA_START, "$1'").replace(/^(?=[\t\r])/, "'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
