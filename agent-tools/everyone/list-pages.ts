import { fetchFor } from '#agent-tools/tool/call.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { refusalOf } from '#agent-tools/tool/result.ts'
import { clean, listed, short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** A line of the sitemap in Markdown. */
const LINE = /^- \[(.+)\]\(([^()\s]+)\)/

/** The date at the end of such a line. */
const UPDATED = /\((\d{4}-\d\d-\d\d)\)$/

export const listPages = tool({
  name: 'list_pages',
  title: 'List the pages of this site',
  description:
    'Lists the public pages of this site with their paths, in the order of the sitemap. Use read_page to read one, and search_site to find pages by what they say.',
  uses: [],
  input: {
    properties: {
      under: {
        type: 'string',
        maxLength: 200,
        pattern: '^/',
        default: '/',
        description: 'Only pages whose path begins so, such as /docs/ or /blog/.',
      },
      limit: { ...limit, default: 20 },
      offset,
    },
    required: [],
  },
  untrusted: true,
  about: ({ under }) => under,
  async run({ under, limit: most, offset: start }, { signal }) {
    const response = await fetchFor('/sitemap.md', { headers: { Accept: 'text/markdown' } }, signal)
    if (!response.ok) return refusalOf(response)
    const pages = clean(await response.text())
      .split('\n')
      .flatMap((line) => {
        const [, title, address] = LINE.exec(line) ?? []
        if (!title || !address) return []
        return {
          title: short(title.replace(/\\(.)/g, '$1'), 80),
          path: new URL(address, location.href).pathname.slice(0, 200),
          updated: UPDATED.exec(line)?.[1] ?? null,
        }
      })
      .filter(({ path }) => path.startsWith(under))
    const hint = pages.length ? {} : { hint: 'There is no page there. Leave out under to see all.' }
    return listed('pages', pages.slice(start, start + most), { total: pages.length, offset: start }, hint)
  },
})
