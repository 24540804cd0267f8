import { expect, test } from 'vitest'
import { measure } from '#tests/prose/measure.js'
import { textsOfPage, textsOfSource } from '#tests/prose/texts.js'

test('a page is read with its title and its description, without code', async () => {
  const texts = textsOfPage(
    'x.mdx',
    '---\ntitle: The letter\ndescription: For whom.\norder: 1\n---\n\nRead `letter`; see [it](/letter).\n',
  )
  const { counts, found } = await measure(texts, [['letter|whom', 'email']])
  expect(found.map(({ place }) => place)).toEqual(['x.mdx:2', 'x.mdx:2'])
  expect(counts).toEqual({ words: 7, semicolons: 1, you: 0 })
})

test('what a source file says is told from its keys, paths and classes', () => {
  const source = `
    import { x } from '#app/The letter is here.ts'
    // Why it is so.
    const key = 'The-letter'
    const sql = sql\`Select \${x} from y\`
    const rule = z.int({ error: 'a whole number' })
    throw new Error(\`the \${x} is missing\`)
    const state = 'not a message'
    const told = \`Not \${x} of these\`
    /** Draws. */
    export const Mark = () => <p className="One two" title="Your own mark">Some  text</p>
  `
  expect(textsOfSource('x.tsx', source).map(({ kind, line, text }) => [kind, line, text])).toEqual([
    ['strings', 6, 'a whole number'],
    ['strings', 7, 'the X is missing'],
    ['strings', 9, 'Not X of these'],
    ['strings', 11, 'Your own mark'],
    ['strings', 11, 'Some text'],
    ['docstrings', 3, 'Why it is so.'],
    ['docstrings', 10, 'Draws.'],
  ])
})
