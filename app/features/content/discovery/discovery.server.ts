import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { Skill } from '#app/features/content/store/skills.server.ts'
import { aiAgents } from '#app/site/agents.ts'

/**
 * Crawlers are listed individually, because each crawler reads only its own group and some operators search for their
 * crawler.
 */
const crawlers = [...aiAgents, '*']

/** Personal pages, and pages that email links open with a token. */
const privatePaths = [
  '/admin',
  '/chat',
  '/demo',
  '/invitation',
  '/logout',
  '/preview',
  '/profile',
  '/proof',
  '/reset-password',
  '/setup',
  '/verify-email',
]

/**
 * Returns patterns for a path with a query or a suffix such as `.md` or `.data`. A bare prefix would also match public
 * pages such as `/setup-guide`.
 */
const formsOf = (path: string) => ['$', '?', '.', '/'].map((sign) => path + sign)

/** Rules for every crawler. The longest match applies (RFC 9309), so the three public API paths remain allowed. */
const rules = [
  'Allow: /',
  ...['/api/openapi.json', '/api/search', '/api/health']
    .flatMap((path) => [`${path}$`, `${path}?`])
    .map((path) => `Allow: ${path}`),
  'Disallow: /api/',
  ...privatePaths.flatMap(formsOf).map((path) => `Disallow: ${path}`),
  // Public pages link to the sign-in and sign-up pages with visitor-specific queries.
  ...['/login', '/signup'].flatMap((path) => [`${path}?`, `${path}.`]).map((path) => `Disallow: ${path}`),
]

const preamble = `# Everyone may read the public pages. Each page is also available as Markdown: send "Accept: text/markdown",
# or add ".md" to its URL.
#
# The line "Content-Signal" states the permitted uses of the text:
#   search    build an index, and show links and short extracts
#   ai-input  hand the text to a model that answers a question, with its source
#   ai-train  train or tune a model on the text
# "yes" permits a use, and "no" refuses it. A use that is missing is neither permitted nor refused.
# Where the law of the European Union applies, "no" reserves the right of article 4 of Directive (EU) 2019/790.
`

/** Returns robots.txt (RFC 9309) with the configured content signals. Public. */
export async function robotsTxt({
  contentIndex,
  config,
}: Pick<Context, 'contentIndex' | 'config'>): Promise<string> {
  const group = (name: string) =>
    [`User-agent: ${name}`, `Content-Signal: ${contentIndex.site.content_signals}`, ...rules].join('\n')
  return [
    preamble,
    ...crawlers.map((name) => `${group(name)}\n`),
    `Sitemap: ${config.siteUrl}/sitemap.xml\n`,
  ].join('\n')
}

/**
 * Returns the index of agent skills (discovery 0.2.0). The schema URL is a fixed identifier and does not have to
 * resolve. Public.
 */
export async function skillsIndex({ contentIndex }: Pick<Context, 'contentIndex'>) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: contentIndex.skills.map(({ name, description, digest }) => ({
      name,
      type: 'skill-md',
      description,
      url: `/.well-known/agent-skills/${name}/SKILL.md`,
      digest,
    })),
  }
}

/** Returns a skill, which is served byte for byte. Public. Throws `NotFound`. */
export async function readSkill(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { name }: { name: string },
): Promise<Skill> {
  const skill = contentIndex.skills.find((candidate) => candidate.name === name)
  if (!skill) throw new NotFound(`The ${name} skill does not exist.`)
  return skill
}
