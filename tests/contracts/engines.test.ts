import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Rules that open stores and do not depend on which. All other rules run on each engine: there, queries are proven. */
const rulesRunOnce = [
  'features/accounts/breached-passwords',
  'features/accounts/password-rules',
  'features/accounts/reauthentication',
  'features/accounts/reauthentication-forms',
  'features/automations/patterns',
  'features/chat/documentation-questions',
  'features/chat/extractive-answer',
  'features/chat/provider',
  'features/chat/stream-answer',
  'features/cms/export',
  'features/cms/import-folder',
  'features/content/redirect-file',
  'features/content/search-words',
  'features/content/sections',
  'features/content/yaml-bounds',
  'features/media/content-images',
  'features/media/permissions',
  'features/site/software-name',
  'http/in-process/api/repeated-parameters',
  'http/in-process/api/streaming',
  'http/in-process/protocol/contained',
  'http/in-process/public/public-pages',
  'http/in-process/runner/handshakes',
  'http/in-process/server/aborted-requests',
  'http/in-process/server/interactions',
  'http/in-process/server/request-metrics',
  'http/in-process/server/site-aliases',
  'http/in-process/server/warm-up',
  'mcp/calls',
  'mcp/endpoint',
  'mcp/site-tools',
  'platform/db/outage',
]

/**
 * Whole processes whose store matters: they share it, lose it, are killed or copied with it, or repeat calls on it. All
 * others, and everything in a browser, run once.
 */
const processesOnEachEngine = [
  'contracts/db',
  'contracts/openapi-live',
  'http/api/chat-idempotency',
  'http/api/confirmations',
  'http/api/idempotency',
  'http/api/idempotency-outcomes',
  'http/api/jobs',
  'http/api/live',
  'http/api/v1-live',
  'http/cli/backup',
  'http/cli/doctor',
  'http/instances/cms',
  'http/instances/publish',
  'http/runner/bot',
  'http/runner/bot-faults',
  'http/runner/bot-interactions',
  'http/runner/console-bot',
  'http/runner/jobs',
  'http/server/crash',
  'http/server/rate-limits',
  'http/server/rate-limits-exceeded',
]

const opensStores = /\b(openTestApp|openEngine|claimsOn|guildStatesOn)\b/
const onEachEngine = /\.each\((engineNames|inject\('servers'\))\)/
const inBrowser = /^(browser|clients)\//
const wholeProcess = /^(contracts|http\/(?!in-process\/))/
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => ({
    name: file.replace(/\.test\.tsx?$/, ''),
    text: readFileSync(join('tests', file), 'utf8'),
  }))
const processes = files.filter(({ name }) => wholeProcess.test(name))
const rules = files.filter(({ name }) => !inBrowser.test(name) && !wholeProcess.test(name))
const namesOf = (some: typeof files, pattern: RegExp) =>
  some
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .toSorted()

test('every rule that opens stores runs on each engine, but for the list', () => {
  const both = new Set(namesOf(rules, onEachEngine))
  const once = namesOf(rules, opensStores).filter((name) => !both.has(name))
  expect(both.size).toBeGreaterThan(80)
  expect(once).toEqual(rulesRunOnce)
})

test('whole processes run once, but for the list', () => {
  expect(namesOf(processes, onEachEngine)).toEqual(processesOnEachEngine)
})

test('nothing in a browser and no pure function runs on each engine', () => {
  const pure = rules.filter(({ text }) => !opensStores.test(text))
  const pages = files.filter(({ name }) => inBrowser.test(name))
  expect(namesOf([...pages, ...pure], onEachEngine)).toEqual([])
})
