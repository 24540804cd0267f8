import { fetchFor } from '#agent-tools/tool/call.ts'
import { failure, refusalOf } from '#agent-tools/tool/result.ts'
import { clean, withPart } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const readPage = tool({
  name: 'read_page',
  title: 'Read a page of this site',
  description:
    'Returns the text of a public page of this site as Markdown, in parts. Give next_offset of one answer as offset of the next call to read on.',
  uses: [],
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
  untrusted: true,
  about: ({ path }) => path,
  async run({ path, offset }, { signal }) {
    const response = await fetchFor(path, { headers: { Accept: 'text/markdown' } }, signal)
    if (response.status === 404) {
      return failure('not_found', `There is no page at ${path}.`, {
        path: 'path',
        hint: 'Use search_site or list_pages to find pages.',
      })
    }
    if (!response.ok) return refusalOf(response)
    if (!response.headers.get('Content-Type')?.startsWith('text/markdown')) {
      return failure('not_public', `${path} is not a public page.`, { path: 'path' })
    }
    return withPart({ path }, 'markdown', clean(await response.text()), offset)
  },
})
