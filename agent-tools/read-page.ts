import { clean } from '#agent-tools/text.ts'
import { failure, refusalOf, tool } from '#agent-tools/tool.ts'

/** Characters of JSON that a part of a page may have; with the rest of the answer it stays within the budget. */
const PART = 1_150

export const readPage = tool({
  name: 'read_page',
  title: 'Read a page of this site',
  description:
    'Returns the text of a public page of this site as Markdown, in parts. Give next_offset of one answer as offset of the next call to read on.',
  input: {
    properties: {
      path: {
        type: 'string',
        maxLength: 200,
        pattern: String.raw`^\/(?!\/|\\)[^\\?#\s]*$`,
        description: 'Path of the page, such as /docs/markdown.',
      },
      offset: { type: 'integer', minimum: 0, default: 0, description: 'Where to start, in characters.' },
    },
    required: ['path'],
  },
  readOnly: true,
  untrusted: true,
  consequential: false,
  async run({ path, offset }, signal) {
    const response = await fetch(path, { headers: { Accept: 'text/markdown' }, signal: signal ?? null })
    if (response.status === 404) {
      return failure('not_found', `There is no page at ${path}.`, {
        path: 'path',
        hint: 'Use search_site to find pages.',
      })
    }
    if (!response.ok) return refusalOf(response)
    if (!response.headers.get('Content-Type')?.startsWith('text/markdown')) {
      return failure('not_public', `${path} is not a public page.`, { path: 'path' })
    }
    const text = clean(await response.text())
    const end = cut(text, offset)
    const rest = end < text.length
    return {
      ok: true,
      path,
      markdown: text.slice(offset, end),
      next_offset: rest ? end : null,
      length: text.length,
    }
  },
})

/**
 * Where to end a part: at the last line that fits, so that words and tables stay whole. JSON may write a character with
 * six, and a character outside the basic plane is two that must stay together.
 */
function cut(text: string, offset: number) {
  let end = Math.min(text.length, offset + PART)
  while (JSON.stringify(text.slice(offset, end)).length > PART) end -= 20
  if (end === text.length) return end
  const line = text.lastIndexOf('\n', end - 1)
  if (line > offset) return line + 1
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
}
