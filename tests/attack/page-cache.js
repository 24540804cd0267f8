/** Claim 1: no anonymous GET poisons the public page cache. */
import { findToken } from '#tests/attack/support/emails.js'
import { deletion } from '#tests/attack/page-deletion.js'
import { accepts, normalize, spellings } from '#tests/attack/page-spellings.js'
import { startServer } from '#tests/attack/support/server.js'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack({ claim, random, options, finish }) {
  const server = await startServer(options)
  const owner = await server.person('owner', 'owner@example.org')
  const editor = owner.copy()
  const secret = `confidential ${random.word(12)}`
  /** @type {import('#tests/attack/page-spellings.js').Stranger} */
  const stranger = (path, headers) => server.client(random.address()).ask('GET', path, undefined, headers)

  await stranger('/about')
  await owner.ask('POST', '/api/auth/password-reset', { email: owner.email })
  const letter = await findToken(() => server.mailbox(owner.email), '/reset-password')
  if (!letter) claim.figure('no letter with a reset link was found in the mailbox')
  const write = async (/** @type {string} */ slug) => {
    const body = `${secret} about lighthouses and quiet water.\n`
    const made = await editor.ask('POST', '/api/cms/page', {
      slug,
      title: `Draft ${secret}`,
      body,
      description: `${secret} is described here with enough characters.`,
    })
    const link = await editor.ask('POST', `/api/cms/page/${made.json.entry.id}/preview`)
    return { id: made.json.entry.id, path: new URL(link.json.url).pathname + new URL(link.json.url).search }
  }
  const draft = await write(`draft-${random.word(6)}`)

  const [previewPath = '', previewQuery] = draft.path.split('?')
  /** @type {[string, string][]} */
  const targets = [
    ['/reset-password', `?token=${letter}`],
    ['/verify-email', `?token=${'A'.repeat(43)}`],
    ['/login', '?redirect_to=/profile/security'],
    ['/signup', '?redirect_to=/docs'],
    ['/invitation', `?token=${'B'.repeat(43)}`],
    [previewPath, previewQuery ? `?${previewQuery}` : ''],
    ['/profile', ''],
    ['/profile/security', ''],
    ['/admin', ''],
    ['/admin/users', '?q=a'],
    ['/proof', '?redirect_to=/profile'],
    ['/api/session', ''],
    ['/api/profile', ''],
    ['/api/v1/stats', '?days=2'],
    ['/contact', ''],
    ['/search', '?q=runner'],
    ['/about', ''],
    ['/', ''],
  ]
  for (const [path, query] of targets) {
    const isPrivate = !['/contact', '/search', '/about', '/'].includes(path)
    const original = path + query
    const looks = { accept: 'text/html' }
    const baseline = normalize(await stranger(original, looks))
    const again = normalize(await stranger(original, looks))
    if (baseline !== again) {
      const at = [...baseline].findIndex((sign, place) => sign !== again[place])
      claim.hole(
        `unstable ${path}`,
        original,
        baseline.slice(at - 60, at + 120),
        'two equal requests get the same page',
      )
      continue
    }
    const token = /token=([\w-]{43})|redirect_to=([^&]+)/.exec(query)
    const kept = token?.[1] ?? token?.[2]
    if (kept && ['/reset-password', '/login'].includes(path))
      claim.check(baseline.includes(kept), `token ${path}`, original, baseline, 'the page keeps its token')
    for (const spelling of spellings(path, query, random)) {
      const accept = random.pick(accepts)
      const asker = random.next() < 0.2 ? owner : server.client(random.address())
      const sent = {
        accept,
        'accept-encoding': random.pick(['br', 'gzip', 'identity', 'zstd']),
        host: random.pick([new URL(server.url).host, 'evil.example']),
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': random.address(),
      }
      const method = random.next() < 0.15 ? 'HEAD' : 'GET'
      const answer = await asker.ask(method, spelling, undefined, sent)
      claim.attempt()
      const stored = /public|s-maxage/.test(String(answer.headers['cache-control'] ?? ''))
      if (
        stored &&
        (answer.text.includes(letter || 'no letter') ||
          answer.text.includes(secret) ||
          answer.text.includes(owner.email) ||
          answer.text.includes('evil.example'))
      )
        claim.hole(
          `public ${path}`,
          [method, spelling, sent],
          answer.headers['cache-control'],
          'a private page is not public',
        )
      if (isPrivate && stored && answer.status === 200 && answer.text.includes('<form'))
        claim.hole(
          `public form ${path}`,
          [method, spelling, sent],
          [answer.headers['cache-control'], answer.text.slice(0, 200)],
          'a private page is not public',
        )
      const fresh = normalize(await stranger(original, looks))
      if (fresh !== baseline) {
        const at = [...fresh].findIndex((sign, place) => sign !== baseline[place])
        claim.hole(
          `changed ${path}`,
          [method, spelling, sent, 'then', original],
          fresh.slice(Math.max(0, at - 40), at + 200),
          'the page is what it was',
        )
        break
      }
    }
  }
  await mixed({ claim, stranger, letter })
  await deletion({ claim, editor, write, stranger, secret, random })
  await finish(server)
}

/**
 * Two tokens asked for at the same moment must not be mixed.
 * @param {{claim: import('#tests/attack/support/claim.js').Claim, stranger: import('#tests/attack/page-spellings.js').Stranger, letter: string}} setup
 */
async function mixed({ claim, stranger, letter }) {
  const paths = [
    `/reset-password?token=${letter}`,
    '/reset-password?token=evil',
    '/login?redirect_to=/profile',
    '/login?redirect_to=/docs',
  ]
  const headers = { accept: 'text/html' }
  const alone = (await Promise.all(paths.map((path) => stranger(path, headers)))).map(normalize)
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([...paths, ...paths].map((path) => stranger(path, headers)))
    answers.forEach((answer, place) => {
      const at = place % paths.length
      claim.check(normalize(answer) === alone[at], 'mixed', paths[at], answer.text, 'its own page')
    })
  }
}
