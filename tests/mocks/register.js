// `node --import ./tests/mocks/register.js app/server.js`: the built server, in a world that the tests play.
import { build } from 'esbuild'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const bundle = join(import.meta.dirname, '..', '..', '.cache', `mocks-${process.pid}.mjs`)
await build({
  entryPoints: [join(import.meta.dirname, 'outside.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['msw', 'msw/node'],
})
const { listen } = await import(pathToFileURL(bundle).href)
await rm(bundle)
listen()
