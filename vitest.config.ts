import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isLong } from './tests/support/depth.ts'
import SlowestFirst from './tests/support/reporters/slowest-first.ts'

const GIB = 2 ** 30
const templates = 'tests/support/db/templates.ts'
const servers = 'tests/support/http/shared-servers.ts'
const inBrowser = ['tests/{browser,clients}/**']
const overHttp = ['tests/contracts/**', 'tests/http/!(in-process)/**']

const cores = availableParallelism()
/** A worker, with what it talks to, takes up to 2 GiB. */
const workers = (wanted: number) => Math.max(1, Math.min(wanted, Math.floor(totalmem() / (2 * GIB))))

/**
 * Files keep nothing global, so that a worker loads the modules, and starts a Chromium, once for all of them. Browsers keep
 * the cores busy. Everything else follows with half as many workers more, because they wait for servers and stores.
 */
const project = (name: string, folders: string[], globalSetup: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include: folders.map((folder) => `${folder}/*.test.{ts,tsx}`),
    exclude,
    isolate: false,
    maxWorkers: workers(name === 'browser' ? cores : Math.ceil(1.5 * cores)),
    sequence: { groupOrder: name === 'browser' ? 0 : 1 },
    globalSetup,
  },
})

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    setupFiles: ['tests/support/setup.ts', 'tests/mocks/cheap-passwords.js'],
    testTimeout: isLong ? 600_000 : 30_000,
    expect: { poll: { interval: 10 } },
    hookTimeout: 120_000,
    // Workers take every core, and most code runs a few times: collecting in more threads and optimizing early cost a fifth.
    execArgv: [
      '--max-semi-space-size=64',
      '--min-semi-space-size=32',
      '--single-threaded-gc',
      '--interrupt-budget=600000',
    ],
    // Caches transformed modules across projects and runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './tests/support/reporters/plain.ts', './tests/support/reporters/timings.ts'],
    projects: [
      project('browser', inBrowser, [templates, servers]),
      project('http', overHttp, [templates, servers]),
      project('unit', ['tests/**'], [templates], [...inBrowser, ...overHttp]),
    ],
  },
})
