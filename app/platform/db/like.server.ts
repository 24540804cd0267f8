import { sql, type RawBuilder } from 'kysely'

/**
 * True for a column that holds the text somewhere, in any case of letters; SQLite knows only the cases of ASCII, so that
 * others have to be as they are there. `%` and `_` in the text stand for themselves.
 */
export function contains(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const held = sql.ref(column)
  return sql<boolean>`(lower(${held}) like ${pattern.toLowerCase()} escape '\\' or ${held} like ${pattern} escape '\\')`
}
