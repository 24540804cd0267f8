import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundle } from '#tests/bench/bundle.js'
import { groups, judge, type Figure } from '#tests/bench/catalogue.js'
import { drawPerformance, page } from '#tests/bench/page.js'
import { readResults } from '#tests/bench/results.js'

const results = readResults()

test('the page of figures is what the results say', () => {
  expect(drawPerformance(results), '`npm run bench` writes it anew').toBe(readFileSync(page, 'utf8'))
  expect(readFileSync(page, 'utf8')).toContain('`npm run bench`')
  expect(results.made_by).toBe('npm run bench')
})

test('exactly the figures of the catalogue were measured, each beside its floor', () => {
  const wanted = Object.entries(groups).flatMap(([group, { figures }]) =>
    Object.entries(figures).map(([id, { floor }]) => [`${group}.${id}`, Boolean(floor)]),
  )
  const measured = Object.entries(results.figures).map(([id, { floor }]) => [id, floor !== undefined])
  expect(Object.fromEntries(measured)).toEqual(Object.fromEntries(wanted))
  for (const { run, value, floor = 1 } of Object.values(results.figures)) {
    expect(results.runs).toHaveProperty(run)
    expect([Number.isFinite(value), floor > 0]).toEqual([true, true])
  }
})

test('every figure has a target, and a ratio has a floor', () => {
  for (const { title, figures } of Object.values(groups))
    for (const { of, floor, least, most } of Object.values(figures)) {
      expect(least ?? most, title).toBeGreaterThan(0)
      if (of === 'ratio') expect(floor, title).toBeTruthy()
    }
})

test('every group is measured by the program', () => {
  const source = readFileSync('tests/bench/run.js', 'utf8')
  const [, listed = ''] = /const measures = \{\n([\s\S]*?)\n\}/.exec(source)!
  const names = [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
  expect(names).toEqual(Object.keys(groups))
})

test('a target is held up to its ends', () => {
  const figure = (bounds: object) => ({ title: '', unit: 'ms', of: 'value', ...bounds }) as Figure
  expect(judge(figure({ least: 10 }), { value: 10 }).held).toBe(true)
  expect(judge(figure({ least: 10 }), { value: 9.9 }).held).toBe(false)
  expect(judge(figure({ most: 10 }), { value: 10.1 }).held).toBe(false)
  const ratio = { ...figure({ least: 0.9, most: 1.1 }), of: 'ratio' } as Figure
  expect(judge(ratio, { value: 100, floor: 100 })).toEqual({ ratio: 1, held: true })
  expect(judge(ratio, { value: 100, floor: 80 }).held).toBe(false)
  expect(judge(ratio, { value: 1 }).held).toBe(false)
})

test('the programs of benchmark and endurance run without Vite', async () => {
  const programs = readdirSync('tests/bench/programs').filter((name) => name.endsWith('.ts'))
  expect(programs.length).toBeGreaterThan(5)
  for (const [folder, name] of [
    ...programs.map((file) => ['bench/programs', file.slice(0, -3)] as const),
    ['endurance', 'main'] as const,
  ])
    expect(readFileSync(await bundle(folder, name), 'utf8')).not.toContain('import.meta.glob')
})
