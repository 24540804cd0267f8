import { type Document, isMap, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { collectionKey, tooDeep, YAML_LEVELS, yamlRefusal } from '#app/features/content/yaml-bounds.ts'
import { measureValue } from '#app/primitives/bounded-json.ts'

/** Problem in a YAML text, with its line counted from 1. */
export type YamlProblem = { line: number; reason: string }

/** Value of a YAML text. `lineOf` returns the line of a field, or of its top-level key if the field is missing. */
type YamlValue<T> = { data: T; lineOf: (path: readonly PropertyKey[]) => number }

/** Parses YAML within limits and validates it. `first` is the number of the text's first line in its file. */
export function readYaml<S extends z.ZodType>(
  source: string,
  schema: S,
  first: number,
): YamlValue<z.output<S>> | { problems: YamlProblem[] } {
  const refusal = yamlRefusal(source)
  if (refusal) return { problems: [{ line: refusal.line + first - 1, reason: refusal.reason }] }
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const lineAt = (offset: number) => lines.linePos(offset).line + first - 1
  if (document.errors.length) {
    return {
      problems: document.errors.map(({ message, pos }) => ({
        line: lineAt(pos[0]),
        reason: message.split(' at line')[0]!,
      })),
    }
  }
  const wrongKey = collectionKey(document)
  if (wrongKey !== null)
    return { problems: [{ line: lineAt(wrongKey), reason: 'a key must be text, not a list or a map' }] }
  const value: unknown = document.toJS()
  if (measureValue(value).levels > YAML_LEVELS) return { problems: [{ line: first, reason: tooDeep }] }
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(document, path))
  const parsed = schema.safeParse(value)
  if (parsed.success) return { data: parsed.data, lineOf }
  return {
    problems: parsed.error.issues.flatMap((issue) => {
      const paths =
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      return paths.map((path) => ({
        line: lineOf(path),
        reason:
          issue.code === 'unrecognized_keys'
            ? `${path.join('.')} is not a known field`
            : [path.join('.'), issue.message].filter(Boolean).join(': '),
      }))
    }),
  }
}

/** Returns the offset of a field. If the field is missing, returns the offset of its top-level key, or 0. */
function offsetOf(document: Document, path: readonly PropertyKey[]) {
  if (!isMap(document.contents)) return 0
  const pair = document.contents.items.find(({ key }) => String(key) === String(path[0]))
  const node = path.length > 1 ? document.getIn(path, true) : pair?.key
  return (
    (node as { range?: number[] } | undefined)?.range?.[0] ??
    (pair?.key as { range?: number[] } | undefined)?.range?.[0] ??
    0
  )
}
