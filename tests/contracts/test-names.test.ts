import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { filesIn, folderSizes } from '#tests/house/sources.js'

const LONGEST = 80
/** The most files directly in one folder. */
const MOST_FILES = 25

/** Tells whether a call defines a test: `test`, `it`, `test.skip`, `test.each(…)` and the like. */
function definesTest(callee: ts.Node) {
  let root = callee
  while (!ts.isIdentifier(root)) {
    if (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = root.expression
    else if (ts.isTaggedTemplateExpression(root)) root = root.tag
    else return false
  }
  // Many tests call their app `it`, so only a direct call of it counts.
  return root.text === 'test' || (root === callee && root.text === 'it')
}

/** Returns the name of every test of a source as it is written, placeholders included, with its file and line. */
function namesIn(file: string, text: string) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const names: { place: string; name: string }[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && definesTest(node.expression)) {
      const [name] = node.arguments
      if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
        const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
        names.push({ place: `${file}:${line + 1}`, name: name.getText(source).slice(1, -1) })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

const files = filesIn('tests')
const tooLong = (names: ReturnType<typeof namesIn>) => names.filter(({ name }) => name.length > LONGEST)

test('long names are found in every form of a test', () => {
  const most = 'x'.repeat(LONGEST)
  const forms = ['test(N)', 'it(N)', 'test.skip(N)', 'test.each([1])(N)', 'test.runIf(1).for([1])(N)']
  const source = (name: string) => forms.map((form) => form.replace('N', name)).join('\n')
  for (const long of [`'${most}x'`, `\`${most}\${1}\``])
    expect(tooLong(namesIn('a.test.ts', source(long)))).toHaveLength(forms.length)
  expect(tooLong(namesIn('a.test.ts', source(`'${most}'`)))).toEqual([])
  expect(namesIn('a.test.ts', `it.at('${most}x')\nexpect('${most}x')`)).toEqual([])
})

test(`the name of every test has at most ${LONGEST} characters`, () => {
  const names = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => namesIn(file, readFileSync(file, 'utf8')))
  expect(names.length).toBeGreaterThan(1_000)
  expect(tooLong(names)).toEqual([])
})

test(`no folder of the tests has more than ${MOST_FILES} files`, () => {
  expect([...folderSizes(files)].filter(([, size]) => size > MOST_FILES)).toEqual([])
})

test('the tests of features are in folders with the names of features', () => {
  const folders = files.map(dirname).filter((folder) => folder.startsWith('tests/features'))
  expect(folders).not.toEqual([])
  const features = readdirSync('app/features').map((feature) => `tests/features/${feature}`)
  expect(folders.filter((folder) => !features.includes(folder))).toEqual([])
})
