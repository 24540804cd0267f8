import { setTimeout } from 'node:timers/promises'
import { folder, said, start } from '#tests/audit/children.js'

const SECONDS = 60

/**
 * Starts the built server on a free port, with an empty data folder unless one is given, and resolves to its address when
 * it is ready. The settings that would lead elsewhere are emptied, so that a developer's `.env` does not count.
 */
export async function openSite(data = folder('data')) {
  const server = start(process.execPath, ['app/server.js'], {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    SITE_URL: '',
    DATABASE_URL: '',
    REDIS_URL: '',
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
  })
  const url = await said(server, /listens on (http:\S+)/, SECONDS)
  for (let second = 0; !(await isReady(url)); second++) {
    if (second >= SECONDS) throw new Error(`${url}/readyz is not ready after ${SECONDS} s`)
    await setTimeout(1000)
  }
  return url
}

/** @param {string} url */
async function isReady(url) {
  const response = await fetch(`${url}/readyz`)
  await response.body?.cancel()
  return response.ok
}
