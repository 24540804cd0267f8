import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { languages, messagesOf } from '#app/site/messages/catalogues.server.ts'
import { messageIds, type Catalogue, type MessageId } from '#app/site/messages/messages.ts'

const folder = 'app/site/messages'
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const catalogues = files.map((name) => ({
  name,
  catalogue: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalogue,
}))
const textOf = (catalogue: Catalogue, id: MessageId) => {
  const [section, key] = id.split('.') as [keyof Catalogue, never]
  return catalogue[section]?.[key] as string | undefined
}

/** Names of the placeholders and tags of a text. Throws if the text is not in ICU MessageFormat. */
function namesIn(text: string): string[] {
  const names = new Set<string>()
  const collect = (elements: ReturnType<typeof parse>): void => {
    for (const element of elements) {
      if ('value' in element && element.type !== 0) names.add(element.value as string)
      if ('children' in element) collect(element.children)
      if ('options' in element) for (const { value } of Object.values(element.options)) collect(value)
    }
  }
  collect(parse(text))
  return [...names].sort()
}

test('a language is a file: German and English have one', () => {
  expect(languages).toEqual(files.map((name) => name.replace('.json', '')).sort())
  expect(languages).toEqual(expect.arrayContaining(['de', 'en']))
})

test.each(catalogues)('$name has every text, with the same placeholders and tags', ({ catalogue }) => {
  const english = catalogues.find(({ name }) => name === 'en.json')!.catalogue
  const ids = Object.entries(catalogue).flatMap(([section, texts]) =>
    Object.keys(texts).map((key) => `${section}.${key}`),
  )
  expect(ids.sort()).toEqual([...messageIds].sort())
  for (const id of messageIds)
    expect([id, namesIn(textOf(catalogue, id)!)]).toEqual([id, namesIn(textOf(english, id)!)])
})

test('every text is used', () => {
  const sources = ['app', 'agent-tools']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
  const isUsed = (id: MessageId) => {
    const [section, key] = id.split('.') as [string, string]
    const isInScript = ['scripts', 'contactForm'].includes(section)
    // Error texts, themes, callouts and kinds of results are named by a template literal.
    const isMade = section === 'errors' || new RegExp(`\`${section}\\.\\$\\{`).test(sources)
    return (
      sources.includes(`'${id}'`) ||
      sources.includes(`"${id}"`) ||
      (isInScript && sources.includes(`.${key}`)) ||
      isMade
    )
  }
  expect(messageIds.filter((id) => !isUsed(id))).toEqual([])
})

test.each([
  ['de', '25. November 2026', 'Ältere'],
  ['de-CH', '25. November 2026', 'Ältere'],
  ['en', '25 November 2026', 'Older'],
  ['en-US', 'November 25, 2026', 'Older'],
  ['fr', '25 November 2026', 'Older'],
  ['zh-Hant-TW', '25 November 2026', 'Older'],
])('a site in %s writes days and texts in that language, or in English', (language, day, older) => {
  const messages = messagesOf({ language })
  expect([messages.day('2026-11-25'), messages.text('lists.older')]).toEqual([day, older])
})

test('texts that the service makes in English are translated if the catalogue has them', () => {
  const { translate } = messagesOf({ language: 'de' })
  expect(translate('Enter your name.')).toBe('Gib deinen Namen ein.')
  expect(translate('There is no such text.')).toBeUndefined()
  expect(messagesOf({ language: 'fr' }).translate('There is no such text.')).toBe('There is no such text.')
})
