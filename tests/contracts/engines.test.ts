import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Rules that open stores and do not depend on which. All other rules run on each engine: there, queries are proven. */
const rulesRunOnce = [
  'breached-passwords',
  'broken-off',
  'chat-answers',
  'chat-provider',
  'chat-stream',
  'contained',
  'interactions-desk',
  'media-people',
  'meter',
  'new-proof',
  'new-proof-forms',
  'outage',
  'password-rules',
  'patterns',
  'public-pages',
  'repeated-parameters',
  'runner-handshakes',
  'sections',
  'stats-streaming',
  'warm-up',
  'yaml-bounds',
]

/**
 * Whole processes whose store matters: they share it, lose it, are killed or copied with it, or repeat calls on it. All
 * others, and everything in a browser, run once.
 */
const processesOnEachEngine = [
  'backup',
  'bot',
  'bot-faults',
  'chat-repeats',
  'cms',
  'confirmations',
  'db',
  'doctor',
  'idempotency',
  'idempotency-ends',
  'jobs',
  'killed',
  'limits',
  'limits-exceeded',
  'live',
  'openapi-live',
  'publish',
  'runner-jobs',
]

const opensStores = /\b(openTestApp|openEngine)\b/
const onEachEngine = /\.each\((engineNames|inject\('servers'\))\)/
const namesOf = (folders: string[], pattern: RegExp) =>
  folders
    .flatMap((folder) => readdirSync(join('tests', folder)).map((name) => join('tests', folder, name)))
    .filter((file) => /\.test\.tsx?$/.test(file) && pattern.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^.*\/|\.test\.tsx?$/g, ''))
    .toSorted()

test('every rule that opens stores runs on each engine, but for the list', () => {
  const both = new Set(namesOf(['features'], onEachEngine))
  const once = namesOf(['features'], opensStores).filter((name) => !both.has(name))
  expect(both.size).toBeGreaterThan(80)
  expect(once).toEqual(rulesRunOnce)
})

test('whole processes run once, but for the list', () => {
  expect(namesOf(['http', 'contracts'], onEachEngine)).toEqual(processesOnEachEngine)
})

test('nothing in a browser and no pure function runs on each engine', () => {
  expect(namesOf(['browser', 'clients', 'unit', 'agent-tools'], onEachEngine)).toEqual([])
})
