/** @typedef {import('#tests/audit/scanned-site.js').ScannedSite} ScannedSite */

/** Returns the fault unless a condition holds. @param {unknown} holds @param {string} fault */
const unless = (holds, fault) => (holds ? undefined : fault)

/**
 * Checks what a site must serve to pass a check of a scanner. Each function resolves to the fault, or to undefined.
 * @satisfies {Record<string, (site: ScannedSite) => Promise<string | void>>}
 */
export const serves = {
  async robots({ get }) {
    const { status, type, text } = await get('/robots.txt')
    return unless(status === 200 && type === 'text/plain' && /^User-agent: \S/m.test(text), 'no robots.txt')
  },
  async sitemap({ get, text }) {
    const [, path] = /^Sitemap: https?:\/\/[^/]+(\/\S+)/m.exec(await text('/robots.txt')) ?? []
    const { status, type, text: xml } = await get(path ?? '/sitemap.xml')
    return unless(status === 200 && /xml$/.test(type) && /<urlset|<sitemapindex/.test(xml), 'no sitemap')
  },
  async recentSitemap({ text }) {
    const xml = await text('/sitemap.xml')
    const dates = [...xml.matchAll(/<lastmod>([^<]+)/g)].map(([, date]) => Date.parse(String(date)))
    const newest = Math.max(...dates)
    if (dates.length * 2 < xml.split('<loc>').length - 1) return 'less than half of the URLs have a date'
    return unless(Date.now() - newest < 365 * 86_400_000, 'the newest date is older than a year')
  },
  async links({ get }) {
    const link = (await get('/')).headers.get('link') ?? ''
    const rels = /rel="?(alternate|describedby|service-desc|service-doc|api-catalog|service-meta|status)\b/
    return unless(rels.test(link), `Link: ${link}`)
  },
  async markdown({ get }) {
    const { type } = await get(`/?cache=${Date.now()}`, { Accept: 'text/markdown' })
    return unless(type === 'text/markdown', type)
  },
  async markdownAndVary({ get, pages }) {
    for (const path of pages)
      for (const wanted of ['text/markdown', 'text/html']) {
        const { type, headers } = await get(path, { Accept: wanted })
        if (type !== wanted || !/\baccept\b/i.test(headers.get('vary') ?? '')) return `${path}: ${type}`
      }
  },
  async crawlerRules({ text }) {
    return unless(/^User-agent: (?:GPTBot|ClaudeBot|\*)$/m.test(await text('/robots.txt')), 'no group')
  },
  async contentSignal({ text }) {
    const signal = /^Content-Signal: .*\b(?:search|ai-input|ai-train)=(?:yes|no)/m
    return unless(signal.test(await text('/robots.txt')), 'no Content-Signal')
  },
  async apiCatalog({ get }) {
    const { status, type, text } = await get('/.well-known/api-catalog')
    const { linkset } = JSON.parse(text)
    return unless(status === 200 && type === 'application/linkset+json' && linkset.length > 0, type)
  },
  async skills({ get, text }) {
    const { $schema, skills } = JSON.parse(await text('/.well-known/agent-skills/index.json'))
    if ($schema !== 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' || !skills.length)
      return $schema
    for (const { url } of skills) if ((await get(url)).status !== 200) return `${url} does not exist`
  },
  async aiCatalog({ text }) {
    const { specVersion, entries } = JSON.parse(await text('/.well-known/ai-catalog.json'))
    return unless(specVersion && entries.length > 0, 'no entries')
  },
  async mcpCard({ get }) {
    const { status, text } = await get('/.well-known/mcp/server-card.json')
    const card = status === 200 ? JSON.parse(text) : {}
    return unless(card.name ?? card.serverInfo?.name, `status ${status}`)
  },
  async browserTools({ registeredTools }) {
    return unless((await registeredTools()).length > 0, 'no tool is registered')
  },
  async withoutScripts({ html, pages }) {
    for (const path of pages) {
      const { words, headings, share } = await html(path)
      if (words.length < 500) return `${path} has ${words.length} characters of text`
      if (headings[0] !== 1) return `${path} starts with h${headings[0]}`
      const gap = headings.findIndex((level, index) => index > 0 && level > (headings[index - 1] ?? 0) + 1)
      if (gap > 0) return `${path} skips a level of headings before the heading ${gap + 1}`
      if (share < 0.05) return `${path}: text is ${(share * 100).toFixed(1)} % of the HTML`
    }
  },
  async reachable({ get }) {
    for (const agent of ['GPTBot/1.2', 'ClaudeBot/1.0', 'PerplexityBot/1.0', 'Google-Extended', 'CCBot/2.0'])
      for (const path of ['/', '/docs'])
        if ((await get(path, { 'User-Agent': agent })).status !== 200) return `${agent} is refused on ${path}`
  },
  async shortRedirects({ get }) {
    for (const path of ['/docs/', '/index.html']) {
      const first = await get(path)
      const next = first.headers.get('location')
      if (next && (await get(new URL(next, 'http://site').pathname)).status >= 300)
        return `${path} is a chain`
    }
  },
  async openDocs({ get }) {
    const { status } = await get('/docs')
    return unless(status === 200, `/docs is ${status}`)
  },
  async notFound({ get }) {
    for (const Accept of ['text/html', 'text/markdown']) {
      const { status, text } = await get('/no-such-page', { Accept })
      if (status !== 404) return `status ${status}`
      if (!/llms\.txt|sitemap/.test(text)) return `no link to an index in ${Accept}`
    }
  },
  async jsonLd({ graph }) {
    const types = (await graph('/')).map((node) => node['@type']).flat()
    return unless(types.includes('WebSite') && types.includes('Organization'), types.join())
  },
  async organization({ graph }) {
    const found = (await graph('/')).find((node) => [node['@type']].flat().includes('Organization'))
    return unless(found?.name && found.url && (found.contactPoint || found.sameAs), JSON.stringify(found))
  },
  async metadata({ text }) {
    const source = await text('/')
    const wanted = [/<html[^>]* lang="/, /rel="canonical"/, /property="og:image"/, /property="og:type"/]
    const missing = wanted.filter((pattern) => !pattern.test(source))
    return unless(!missing.length, missing.join(' '))
  },
  async trustPages({ html }) {
    for (const path of ['/about', '/contact', '/privacy']) {
      const { status, words } = await html(path)
      if (status !== 200) return `${path} is ${status}`
      if (words.length < 500) return `${path} has ${words.length} characters of text`
    }
  },
  async instructions({ text }) {
    return unless(/when to use/i.test(await text('/llms.txt')), 'llms.txt does not say when to use the site')
  },
  async shortPages({ get, pages }) {
    for (const path of pages) {
      const { text } = await get(path, { Accept: 'text/markdown' })
      if (text.length > 100_000) return `${path} has ${text.length} characters`
    }
  },
  async closedFences({ get, pages }) {
    for (const path of pages) {
      const { text } = await get(path, { Accept: 'text/markdown' })
      if ((text.match(/^ *(?:```|~~~)/gm) ?? []).length % 2) return `${path} has an open code block`
    }
  },
  async llmsFiles({ get }) {
    for (const path of ['/llms.txt', '/llms-full.txt', '/sitemap.md'])
      if ((await get(path)).status !== 200) return `${path} does not exist`
  },
  async twins({ get, pages }) {
    for (const path of pages.filter((path) => path !== '/')) {
      const { status, type } = await get(`${path}.md`)
      if (status !== 200 || type !== 'text/markdown') return `${path}.md is ${status} ${type}`
    }
  },
  async alternates({ text }) {
    return unless(/<link[^>]+rel="alternate"[^>]+text\/markdown/.test(await text('/docs')), 'no alternate')
  },
  async frontMatter({ get, pages }) {
    for (const path of pages) {
      const { text } = await get(path, { Accept: 'text/markdown' })
      for (const field of ['title', 'description', 'canonical_url'])
        if (!new RegExp(`^---\\n(?:.*\\n)*?${field}: `).test(text)) return `${path} has no ${field}`
    }
  },
  async openApi({ get, text }) {
    const { openapi, components, security } = JSON.parse(await text('/api/openapi.json'))
    if (!/^3\./.test(openapi)) return `version ${openapi}`
    if (!Object.keys(components.securitySchemes ?? {}).length && !security) return 'no security schemes'
    const refused = await get('/api/v1/stats')
    const { error } = JSON.parse(refused.text)
    return unless(refused.status === 401 && typeof error === 'string', refused.text)
  },
}
