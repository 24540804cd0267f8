import { defineConfig } from 'vitest/config'

const inProcess = ['tests/{features,agent-tools}/**/*.test.{ts,tsx}']

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', './tests/support/reporters/plain.ts', './tests/support/reporters/timings.ts'],
    projects: [
      // These files keep nothing global, so that a worker loads the modules once for all of them.
      { extends: true, test: { name: 'rules', include: inProcess, isolate: false } },
      {
        extends: true,
        test: {
          name: 'servers',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: inProcess,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
  },
})
