/** Measures the cost of counting: a cached page of a site that counts, and the same page of a site that does not. */
import { spawn } from 'node:child_process'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns } from '#tests/bench/http.js'
import { said } from '#tests/bench/subjects.js'

/** A request of a browser that follows a link from another site, for which most is counted. */
const headers = {
  Accept: 'text/html',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  Referer: 'https://search.example/',
}

/** @type {import('#tests/bench/run.js').Measure} */
export async function readers(times) {
  const sites = await Promise.all([openSite(true), openSite(false)])
  try {
    const [ours, floor] = sites.map(({ base }) => ({ url: `${base}/docs/markdown`, headers }))
    if (!ours || !floor) throw new Error('a site did not start')
    return { page: await inTurns({ ours, floor }, times) }
  } finally {
    for (const site of sites) await site.close()
  }
}

/** @param {boolean} counts */
async function openSite(counts) {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-readers-'))
  await cp('content', join(folder, 'content'), { recursive: true })
  await appendFile(join(folder, 'content', 'site.yaml'), `count_readers: ${counts}\n`)
  const server = spawn(process.execPath, ['app/server.js'], {
    env: {
      ...process.env,
      CONTENT_DIR: join(folder, 'content'),
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await said(server, /listens on (http:\S+)/)
  // The page is rendered and kept before it is measured.
  await (await fetch(`${base}/docs/markdown`, { headers })).text()
  return {
    base,
    async close() {
      server.kill()
      await new Promise((resolve) => server.once('close', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
