import { beforeAll, expect, test } from 'vitest'
import { components, elements } from '#app/features/content/render/mdx.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { createRenderer, type RenderBody } from '#app/features/content/render/render.server.tsx'

let render: RenderBody
beforeAll(() => {
  render = createRenderer(referenceKit)
})

/** What is said about a body that begins on line 8 of its file. */
const complaint = (body: string) =>
  render({ body, file: 'docs/x.mdx', line: 8 }).then(
    (html) => `accepted: ${html}`,
    (error: Error) => error.message.replaceAll('content/docs/x.mdx:', ''),
  )

const globals = globalThis as { broken?: string }

test.each([
  [
    'import fs from "node:fs"',
    '8: Imports and exports are not allowed in content. Put code samples in a code block.',
  ],
  [
    'Text.\n\nexport const x = (globalThis.broken = "esm")',
    '10: Imports and exports are not allowed in content. Put code samples in a code block.',
  ],
  [
    'Two {globalThis.broken = "text"} words',
    '8: {globalThis.broken = "text"} is code. Write \\{ to show a brace.',
  ],
  [
    '{(() => { globalThis.broken = "flow" })()}',
    '8: {(() => { globalThis.broken = "flow" })()} is code. Write \\{ to show a brace.',
  ],
  [
    '{/* a */ globalThis.broken = "comment" /* b */}',
    '8: {/* a */ globalThis.broken = "comment" /*…} is code. Write \\{ to show a brace.',
  ],
  [
    '<Tabs label={globalThis.broken = "prop"}>\n  <Tab title="a">b</Tab>\n</Tabs>',
    '8: Tabs label: Use a plain string in quotes, without {}.',
  ],
  ['<Callout {...(globalThis.broken = "spread")}>x</Callout>', '8: Callout cannot have {...}. Remove it.'],
  [
    '<script src="https://evil.example/x.js" />',
    '8: <script> is not allowed in content. To show it as text, write \\<.',
  ],
  ['Text <iframe src="/" /> text', '8: <iframe> is not allowed in content. To show it as text, write \\<.'],
  ['<a href="javascript:alert(1)">x</a>', '8: <a> is not allowed in content. To show it as text, write \\<.'],
  ['<constructor />', '8: <constructor> is not allowed in content. To show it as text, write \\<.'],
  ['<Callout.Provider />', '8: <Callout.Provider> is not allowed in content. To show it as text, write \\<.'],
  ['<svg:image />', '8: <svg:image> is not allowed in content. To show it as text, write \\<.'],
  ['<>x</>', '8: <> is not allowed in content. To show it as text, write \\<.'],
  ['<Chart />', '8: <Chart> is not allowed in content. To show it as text, write \\<.'],
  [
    '<kbd dangerouslySetInnerHTML="x">y</kbd>',
    '8: kbd has no attribute "dangerouslySetInnerHTML". Remove it.',
  ],
  ['<kbd style="color: red">y</kbd>', '8: kbd has no attribute "style". Remove it.'],
  [
    '[x](javascript:alert%281%29)',
    '8: A link cannot begin with javascript:. Use https:, http:, mailto: or a path of this site.',
  ],
  [
    '[x](<java&#10;script:alert(1)>)',
    '8: A link cannot begin with javascript:. Use https:, http:, mailto: or a path of this site.',
  ],
  [
    '[x][y]\n\n[y]: data:text/html,x',
    '10: A link cannot begin with data:. Use https:, http:, mailto: or a path of this site.',
  ],
  ['![x](https://evil.example/pixel.gif)', '8: An image must be on this site. Begin its URL with “/”.'],
  ['![x](//evil.example/pixel.gif)', '8: An image must be on this site. Begin its URL with “/”.'],
  ['![x][y]\n\n[y]: https://evil.example/a.gif', '8: An image must be on this site. Begin its URL with “/”.'],
  [
    '> ![Y]\n>\n> [ẏ]: /a.gif\n\n[y]: //evil.example/a.gif',
    '8: An image must be on this site. Begin its URL with “/”.',
  ],
  [
    '![x][]\n\n[x]: https://evil.example/a.gif\n[x]: /a.gif',
    '8: An image must be on this site. Begin its URL with “/”.',
  ],
  ['![][y]\n\n[y]: /figures/x.svg', '8: This image has no description. Write one in the square brackets.'],
  ['![](/figures/x.svg)', '8: This image has no description. Write one in the square brackets.'],
])('%j is refused', async (body, reason) => {
  delete globals.broken
  expect(await complaint(body)).toBe(reason)
  expect(globals.broken, 'nothing was evaluated').toBeUndefined()
})

test.each([
  [
    '<Tabs label="Ways">\n  <Tab\n    titel="curl"\n  >\n  x\n  </Tab>\n</Tabs>',
    '9: Tab needs the prop "title". Write <Tab title="...">.\n10: Tab has no prop "titel". Remove it.',
  ],
  ['<Callout type="danger">x</Callout>', '8: Callout type: Use note, tip or warning.'],
  ['<Callout type>x</Callout>', '8: Callout type: Use note, tip or warning.'],
  ['<Tab title="a">x</Tab>', '8: Tab must be directly inside Tabs. Move it there.'],
  ['<Tabs label="x">\n  Text.\n</Tabs>', '9: Tabs can contain only Tab. Move other content out of it.'],
  ['<Tabs label=" ">\n  <Tab title="a">x</Tab>\n</Tabs>', '8: Tabs label: Enter a value.'],
  [
    '<Tabs label="x">\n  <Tab title="a">\n    ## Heading\n  </Tab>\n</Tabs>',
    '10: A heading cannot be inside Tab, where it may be hidden. Move it out, or use bold text.',
  ],
  [
    'Text <Callout>x</Callout> text',
    '8: Callout must be on its own lines. Add a blank line before and after it.',
  ],
  [
    '<Figure src="/figures/x.svg" alt="x" width="12.5" height="9" />',
    '8: Figure width: Use a whole number of pixels from 1 to 9,999.',
  ],
  [
    '<Figure src="https://evil.example/x.svg" alt="x" width="12" height="9" />',
    '8: Figure src: Use a lowercase image path under /figures/, or the URL of an uploaded image.',
  ],
  [
    '<Figure src="/figures/../x.svg" alt="x" width="12" height="9" />',
    '8: Figure src: Use a lowercase image path under /figures/, or the URL of an uploaded image.',
  ],
  [
    '<Operation id="readEverything" />',
    '8: Operation id: “readEverything” is not one of the operations. Check the spelling.',
  ],
  [
    '<Operations surface="toString" />',
    '8: Operations surface: “toString” is not one of the surfaces. Check the spelling.',
  ],
  ['<Operation id="readStats">x</Operation>', '8: Operation cannot have content. Write <Operation ... />.'],
  ['<Roles role="owner" />', '8: Roles has no prop "role". Remove it.'],
  [
    '<BrowserTools audience="agents" />',
    '8: BrowserTools audience: Use everyone, members, editors or guilds.',
  ],
  ['<dl>\n  <dt>\n    Term\n  </dt>\n</dl>', '10: dt can contain only text, on the same line as its tags.'],
  [
    '<details>\n  <summary>More</summary>\n\n  <dt>x</dt>\n</details>',
    '11: dt must be directly inside dl. Move it there.',
  ],
  ['# A title', '8: A page has only one first-level heading, its title. Begin this heading with ##.'],
  [
    '### Third\n\n## Second\n\n#### Fourth',
    '8: A heading of level 3 cannot follow level 1. Begin it with ##.\n12: A heading of level 4 cannot follow level 2. Begin it with ###.',
  ],
  ['A title\n===', '8: A page has only one first-level heading, its title. Begin this heading with ##.'],
  [
    '```ts titel="a.ts"\n```',
    '8: “titel="a.ts"” is not allowed after the language of code. Use only title="...", status=... and exit=...',
  ],
  ['A {b c}', '8: Text cannot contain code. Write \\{ for a brace, and put code samples in backticks.'],
  ['A {b', '8: A brace “{” begins code, which is not allowed in content. Write \\{ to show it.'],
  ['Fine.\n\n<Callout>\nopen', '10: The tag <Callout> is not closed. Add </Callout>.'],
])('%j is a mistake that is named with its line', async (body, reason) => {
  expect(await complaint(body)).toEqual(reason)
})

test('every mistake of a body is named, and the first line of a file is line 1', async () => {
  const body = '<Chart />\n\n[x](data:y)\n'
  await expect(render({ body, file: 'pages/x.mdx', line: 1 })).rejects.toThrow(
    'content/pages/x.mdx:1: <Chart> is not allowed in content. To show it as text, write \\<.\ncontent/pages/x.mdx:3: A link cannot begin with data:. Use https:, http:, mailto: or a path of this site.',
  )
})

test('Markdown, comments and every listed element are taken', async () => {
  const body = `{/* a note to whoever edits this */}

Text {/* here too */} with [a link](https://example.com), [another](/docs), [one more](mailto:a@example.com).

${Object.keys(elements)
  .filter((name) => name === 'br' || 'inline' in elements[name as 'kbd'])
  .map((name) => (name === 'br' ? '<br />' : `<${name}${name === 'abbr' ? ' title="x"' : ''}>x</${name}>`))
  .join(' ')}

<dl><dt>Term</dt><dd>Definition</dd></dl>

<details open>
  <summary>More</summary>

  Text.
</details>

<Callout>x</Callout>

<Tabs label="x"><Tab title="a">b</Tab></Tabs>

<Figure src="/figures/x.svg" alt="x" width="1" height="1">Caption</Figure>

<Operation id="readStats" />

<Operations surface="v1" />

<Roles />

<BrowserTools audience="everyone" />

<BrowserToolPlaces />

<Actions>

Text.

<DemoLink label="x" />

</Actions>

<Guidepost>

<Finger title="x">

Text.

</Finger>

</Guidepost>

<Feature>

## x

Text.

</Feature>
`
  for (const name of [...Object.keys(elements), ...Object.keys(components)])
    expect(body).toContain(`<${name}`)
  expect(await complaint(body)).toMatch(/^accepted: /)
})

test('options of commands in a text stay whole, and other code is unchanged', async () => {
  const html = await render({ body: '`bot --token -` and `data-md`', file: 'docs/x.mdx', line: 1 })
  expect(html).toContain('<code>bot <span class="whitespace-nowrap">--token</span> -</code>')
  expect(html).toContain('<code>data-md</code>')
})
