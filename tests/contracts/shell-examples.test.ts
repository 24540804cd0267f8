import { generateKeyPairSync } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { anAddress } from '#tests/support/http/client.ts'
import {
  callsOf,
  differences,
  documents,
  fencesOf,
  isShell,
  missingLines,
  said,
  type Fence,
} from '#tests/support/documents/code-blocks.ts'
import { findProgram, installDebianPackage } from '#tests/support/http/programs.js'
import { startRecorder, type Exchange } from '#tests/support/http/recorder.ts'
import { cliJson, startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'
import { openShell, type Run } from '#tests/support/http/shell.ts'
import { noteSkipped } from '#tests/support/skipped.ts'

const DEMO_GUILD = '100000000000000001'

let recorder: Awaited<ReturnType<typeof startRecorder>>
let shell: Awaited<ReturnType<typeof openShell>>
let server: RunningServer
const undo: (() => Promise<unknown>)[] = []

/** A service as `npm start` leaves it in a fresh clone, with the demo guild, behind a proxy that keeps every answer. */
beforeAll(async () => {
  findProgram('curl')
  hasPython = hasHttpx() || (installDebianPackage('python3-httpx') && hasHttpx())
  recorder = await startRecorder()
  undo.unshift(recorder.stop)
  const data = await dataFolder()
  const pair = generateKeyPairSync('ed25519')
  const env = {
    DATA_DIR: data.path,
    SITE_URL: recorder.url,
    TRUST_PROXY: '1',
    DISCORD_PUBLIC_KEY: Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex'),
  }
  shell = await openShell(env)
  await shell.fresh()
  await shell.save('test-key.pem', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  server = await startServer({ ...env, ...shell.env })
  recorder.leadTo(server.url)
  undo.unshift(server.stop, data.remove, shell.remove)
  await cliJson(env, ['seed', 'demo'])
  const { key } = await cliJson<{ key: string }>(env, [
    ...['keys', 'create', '--guild', DEMO_GUILD, '--name', 'examples'],
    ...['--scopes', 'stats:read,settings:read,settings:write'],
  ])
  variables.API_KEY = key
})

afterAll(async () => {
  for (const step of undo) await step()
})

const PYTHON = '/usr/bin/python3'
const hasHttpx = () => spawnSync(PYTHON, ['-c', 'import httpx']).status === 0
let hasPython = false

/** Runs a sample in TypeScript or Python that has a file name, as the page says. Undefined for other blocks. */
async function runSample({ lang, code }: Fence, name: string | undefined) {
  if (!name || !/\.(m?ts|py)$/.test(name)) return
  const source = here(code)
  if (lang === 'ts') {
    const { code: script } = await transform(source, { loader: 'ts', format: 'esm' })
    await shell.save(`${name}.mjs`, script)
    return shell.run(`node ${name}.mjs`, variables)
  }
  if (!hasPython) return noteSkipped('the Python samples of the documentation (httpx is missing)')
  await shell.save(name, source)
  return shell.run(`${PYTHON} ${name}`, variables)
}

/** What a reader has at hand; the pages say where it comes from. */
const variables: Record<string, string> = {}

test.each(documents.map(({ file, source }) => [file, fencesOf(source)] as const))(
  'the examples of %s do what they say',
  { timeout: 240_000 },
  async (_file, fences) => {
    recorder.speakFor(anAddress())
    await shell.fresh()
    let last: { part: number; run: Run; exchanges: Exchange[] } | null = null
    for (const fence of fences) {
      if (isShell(fence)) {
        const run = await shell.run(here(fence.code), variables)
        const exchanges = recorder.take()
        expect(wrongs(fence, run, exchanges), `line ${fence.line}\n${run.err}`).toEqual([])
        last = { part: fence.part, run, exchanges }
      } else {
        if (last?.part === fence.part)
          expect(untrue(fence, last), `line ${fence.line}\n${last.run.out}`).toEqual([])
        const name = said(fence, 'title')
        const sample = await runSample(fence, name)
        if (sample) {
          const exchanges = recorder.take()
          expect([sample.code, sample.err], `line ${fence.line}`).toEqual([0, ''])
          expect(exchanges.length, `line ${fence.line} calls the site`).toBeGreaterThan(0)
          expect(sample.out.trim(), `line ${fence.line} prints something`).not.toBe('')
        }
        if (name && /^[\w./-]+$/.test(name) && !/^\/|\.\./.test(name))
          await shell.save(name, here(fence.code))
      }
    }
  },
)

test('every curl of the documents stands in a block that is run', () => {
  for (const { file, source } of documents) {
    const run = fencesOf(source)
      .filter(isShell)
      .map(({ code }) => callsOf('curl', code))
    expect([file, run.reduce((sum, count) => sum + count, 0)]).toEqual([file, callsOf('curl', source)])
    expect(source, `${file} names a shell in another way`).not.toMatch(
      /^ *```(shell|console|zsh|shell-session)/m,
    )
  }
})

/** The documents speak of a site at its first address, or at a made-up public one. Sockets go past the proxy. */
const here = (text: string) =>
  text
    .replace(/http:\/\/127\.0\.0\.1:3000|https:\/\/signpost\.example\.org/g, recorder.url)
    .replace('ws://127.0.0.1:3000', server.url.replace('http:', 'ws:'))

/** What is not as the block promises: answers are 2xx or 3xx and commands end with 0, unless its info string says more. */
function wrongs(fence: Fence, { code, signpost, started }: Run, exchanges: Exchange[]): string[] {
  const statuses = said(fence, 'status')?.split(',').map(Number)
  const exits = said(fence, 'exit')?.split(',').map(Number)
  const fits = (list: number[] | undefined, index: number, value: number, usual: boolean) =>
    list ? list[Math.min(index, list.length - 1)] === value : usual
  const calls = callsOf('curl', fence.code)
  return [
    ...(exchanges.length < calls ? [`${calls} times curl, but ${exchanges.length} answers`] : []),
    ...(code !== 0 && !exits ? [`the block ends with ${code}`] : []),
    ...exchanges
      .filter(({ status }, index) => !fits(statuses, index, status, status < 400))
      .map(({ method, path, status, body }) => `${method} ${path}: ${status} ${body.slice(0, 200)}`),
    ...signpost
      .filter((exit, index) => !fits(exits, index, exit, exit === 0))
      .map((exit) => `signpost ends with ${exit}`),
    ...started.flatMap((settings) => refusedSettings(settings)),
  ]
}

function refusedSettings(settings: Env): string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** What a block shows after the last commands of its part of the page, and is not what they gave. */
function untrue({ lang, code }: Fence, { run, exchanges }: { run: Run; exchanges: Exchange[] }): string[] {
  const shown = here(code)
  const answer = exchanges.at(-1)
  switch (lang) {
    case 'http':
      return missingLines(lowerNames(shown), lowerNames(answer?.head ?? ''))
    case 'json':
      return differences(JSON.parse(shown), JSON.parse(answer?.body ?? run.out))
    case 'text':
    case 'md':
    case 'xml':
      return missingLines(shown, `${run.out}\n${run.err}\n${answer?.body ?? ''}`)
    default:
      return []
  }
}

/** Names of headers mean the same in any case. */
const lowerNames = (head: string) => head.replace(/^[\w-]+(?=:)/gm, (name) => name.toLowerCase())
