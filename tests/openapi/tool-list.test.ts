import { expect, test } from 'vitest'
import { allTools, pageNames, pageTools } from '#agent-tools/page-tools.ts'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer } from '#app/features/content/render/render.server.tsx'

const render = createRenderer(referenceKit)
const audiences = ['everyone', 'members', 'editors', 'guilds'] as const

/** What whoever reads the Markdown of a text gets. */
async function markdownOf(text: string) {
  const body = await render({ body: text, file: 'docs/x.mdx', line: 1 })
  const page = `<html><head><title>Tools</title></head><body><main id="pageContent">${body}</main></body></html>`
  return pageToMarkdown(page, { url: '/docs/x', siteUrl: 'https://signpost.example.org', siteName: 'A site' })
    .markdown
}

test.each(audiences)(
  'the tools for %s are shown with their words, their inputs and their hints',
  async (who) => {
    const markdown = await markdownOf(`<BrowserTools audience="${who}" />`)
    const some = (await allTools()).filter(({ audience }) => audience === who)
    const pieces = markdown.split(/(?=^\[`\w+` )/m).slice(1)
    expect(pieces).toHaveLength(some.length)
    for (const [n, { tool }] of some.entries()) {
      const piece = pieces[n]!.replace(/\\/g, '')
      expect(piece).toContain(`[\`${tool.name}\` ${tool.title}]`)
      expect(piece).toContain(tool.description)
      const { properties, required } = tool.inputSchema as {
        properties: Record<string, object>
        required: string[]
      }
      for (const input of Object.keys(properties)) {
        const row = piece.split('\n').find((line) => line.startsWith(`| \`${input}\` `))
        expect(row?.split('|')[3]?.trim(), input).toBe(required.includes(input) ? 'yes' : 'no')
      }
      const { readOnlyHint, consequentialHint, untrustedContentHint } = tool.annotations
      expect(piece.includes('Read-only.')).toBe(readOnlyHint)
      expect(piece.includes('Requires the person’s confirmation')).toBe(consequentialHint)
      expect(piece.includes('text written by other people')).toBe(untrustedContentHint)
    }
  },
)

test('the operations that a tool calls lead to the reference', async () => {
  expect(await markdownOf('<BrowserTools audience="everyone" />')).toContain(
    '[`sendMessage`](https://signpost.example.org/docs/api/contact#sendMessage)',
  )
})

test('the places are shown in their order, with what is offered there', async () => {
  const rows = (await markdownOf('<BrowserToolPlaces />')).split('\n').filter((line) => line.startsWith('|'))
  expect(rows.slice(2)).toHaveLength(pageTools.length)
  for (const [n, { tools }] of pageTools.entries()) {
    expect(rows[n + 2]).toContain(pageNames()[n]!)
    expect(rows[n + 2]).toContain(tools.map((tool) => `\`${tool}\``).join(', '))
  }
})
