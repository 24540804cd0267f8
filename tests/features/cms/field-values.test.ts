import { describe, expect, test } from 'vitest'
import { suggestDescription } from '#app/features/cms/field-values.ts'
import { entryForm } from '#app/features/cms/form.ts'
import { entryInput } from '#app/features/cms/schema.ts'

const fields = { slug: 'a', title: 'A' }
const issuesOf = (tags: string[]) =>
  entryInput
    .safeParse({ ...fields, tags })
    .error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('tags', () => {
  test.each([
    ['News', 'news'],
    ['  Open source ', 'open-source'],
    ['Straße & Café', 'strasse-cafe'],
    ['C++', 'c'],
    ['a--b__c', 'a-b-c'],
  ])('%j is stored as %j', (tag, stored) => {
    expect(entryInput.parse({ ...fields, tags: [tag] }).tags).toEqual([stored])
  })

  test('tags that become equal are stored once, and the form uses the same rule', () => {
    expect(entryInput.parse({ ...fields, tags: ['News', 'news', 'NEWS!'] }).tags).toEqual(['news'])
    expect(entryForm.parse({ ...fields, tags: 'Big News, , big news,Rust' }).tags).toEqual([
      'big-news',
      'rust',
    ])
  })

  test('a tag without a Latin letter or digit is rejected with its position', () => {
    expect(issuesOf(['news', '東京'])).toEqual([
      ['tags.1', 'Use at least one character from a to z or 0 to 9 in each tag.'],
    ])
  })
})

describe('a description from the text', () => {
  const sentence = 'We meet on Friday at eight in the voice channel.'
  test.each([
    ['the first sentence', `${sentence} Bring a friend.`, sentence],
    ['more sentences if the first is short', `Hello. ${sentence}`, `Hello. ${sentence}`],
    ['no marks', `We *meet* on [Friday](/docs) at \`eight\` in the **voice** channel.`, sentence],
    [
      'paragraphs only',
      `# News\n\n![Boats](/media/a.png)\n\n- one\n- two\n\n<Callout>\n\n${sentence}\n\n</Callout>`,
      sentence,
    ],
    [
      'no code',
      `\`\`\`js\nconst a = 'a long line of code that is not a sentence.'\n\`\`\`\n\n${sentence}`,
      sentence,
    ],
    ['nothing from a short text', 'Hello.', ''],
    ['nothing from code alone', '```\nconst a = "a long line of code that is not a sentence."', ''],
  ])('takes %s', (_, body, description) => {
    expect(suggestDescription(body)).toBe(description)
  })

  test('a long first sentence ends at a word below the limit', () => {
    const made = suggestDescription(`${'boats and '.repeat(60)}trees.`)
    expect(made.length).toBeLessThanOrEqual(200)
    expect(made).toMatch(/(?:boats|and) …$/)
  })
})
