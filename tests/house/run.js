/** `npm run house`: measures how the code is laid out. Fails if a figure is past its goal, and lists the places. */
import { existsSync, readFileSync } from 'node:fs'
import {
  circlesIn,
  featureGraph,
  fileGraph,
  filesIn,
  folderSizes,
  readSources,
  upwardImports,
} from '#tests/house/sources.js'

/** How many files one folder may hold. */
const LARGEST = 25

/**
 * Where each figure must be. Files and lines have no goal: new features add to them.
 * @type {Record<string, { figure: string, goal?: number }>}
 */
const goals = {
  largest: { figure: 'files directly in one folder, at most', goal: LARGEST },
  loose: { figure: 'loose files in app/', goal: 14 },
  features: { figure: 'features in import circles', goal: 0 },
  upward: { figure: 'imports that run upward', goal: 0 },
  circles: { figure: 'circles of files', goal: 0 },
  copies: { figure: 'copies of shared primitives', goal: 0 },
  missing: { figure: 'paths in the two guides without a file', goal: 0 },
  files: { figure: 'source files in app/ and agent-tools/' },
  lines: { figure: 'lines in them' },
}

const sources = readSources()
const everyFile = filesIn('app', 'agent-tools')
// Routes and migrations are one file each by nature.
const folders = [...folderSizes(everyFile)]
  .filter(([folder]) => !/^app\/(routes|platform\/db\/migrations)(\/|$)/.test(folder))
  .sort(([, one], [, other]) => other - one)

/** @typedef {{ now: number, places: string[] }} Found */
/** @param {string[]} places @returns {Found} */
const all = (places) => ({ now: places.length, places })

/** What was found, and where. @type {Record<string, Found>} */
const found = {
  largest: {
    now: folders[0]?.[1] ?? 0,
    places: folders.filter(([, size]) => size > LARGEST).map(([folder, size]) => `${folder} ${size}`),
  },
  loose: all(everyFile.filter((file) => /^app\/[^/]+$/.test(file))),
  features: all(circlesIn(featureGraph(sources)).flat()),
  upward: all(upwardImports(sources)),
  circles: all(circlesIn(fileGraph(sources)).map((files) => files.join(', '))),
  files: { now: sources.length, places: [] },
  lines: { now: sources.reduce((sum, { lines }) => sum + lines, 0), places: [] },
  copies: all(sources.flatMap(({ copies }) => copies)),
  missing: all(['ARCHITECTURE.md', 'CONTRIBUTING.md'].flatMap(missingPaths)),
}

/** Lists the paths that a page names in backticks and that exist neither at the root nor in app/. @param {string} page */
function missingPaths(page) {
  return [...readFileSync(page, 'utf8').matchAll(/`([\w.$-]+\/[\w./$-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path) && !existsSync(`app/${path}`))
    .map((path) => `${page}: ${path}`)
}

const show = (/** @type {number} */ value) => value.toLocaleString('en')
/** @param {string[]} cells */
const print = ([figure = '', now = '', goal = '', note = '']) =>
  process.stdout.write(`${figure.padEnd(38)}${now.padStart(8)}${goal.padStart(8)}  ${note}`.trimEnd() + '\n')

print(['figure', 'now', 'goal'])
for (const [name, { figure, goal }] of Object.entries(goals)) {
  const { now, places } = /** @type {Found} */ (found[name])
  const isPast = goal !== undefined && now > goal
  print([figure, show(now), goal === undefined ? '' : show(goal), isPast ? 'too many' : ''])
  if (!isPast) continue
  for (const place of places) process.stdout.write(`  ${place}\n`)
  process.exitCode = 1
}
