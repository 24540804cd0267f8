import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { Skill } from '#app/features/content/store/skills.server.ts'

/** Named one by one: a crawler that finds its own group reads that one only, and some owners look for theirs. */
const crawlers = [
  'GPTBot',
  'ChatGPT-User',
  'OAI-SearchBot',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'Applebot-Extended',
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'Meta-ExternalAgent',
  'cohere-ai',
  'DuckAssistBot',
  'MistralAI-User',
  '*',
]

/** Pages of one person, and pages that a link in an email opens with its token. */
const privatePaths = [
  '/admin',
  '/chat',
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
 * Matches a path with and without a query, and with an ending such as `.md` or `.data`. A rule without these signs would
 * also match public pages with the same prefix, such as `/setup-guide`.
 */
const formsOf = (path: string) => ['$', '?', '.', '/'].map((sign) => path + sign)

/** The same for every crawler. The longest match wins (RFC 9309), so the three public API paths stay open. */
const rules = [
  'Allow: /',
  ...['/api/openapi.json', '/api/search', '/api/health']
    .flatMap((path) => [`${path}$`, `${path}?`])
    .map((path) => `Allow: ${path}`),
  'Disallow: /api/',
  ...privatePaths.flatMap(formsOf).map((path) => `Disallow: ${path}`),
  // Sign-in and sign-up are linked from public pages. Their queries are made for one visitor.
  ...['/login', '/signup'].flatMap((path) => [`${path}?`, `${path}.`]).map((path) => `Disallow: ${path}`),
]

const preamble = `# Everyone may read the public pages. Each is to be had as Markdown too: send "Accept: text/markdown",
# or add ".md" to its address.
#
# The line "Content-Signal" says what may be done with what was read:
#   search    build an index, and show links and short extracts
#   ai-input  hand the text to a model that answers a question, with its source
#   ai-train  train or tune a model on the text
# "yes" permits, "no" refuses, and a word that is missing says nothing either way.
# Where the law of the European Union applies, "no" reserves the right of article 4 of Directive (EU) 2019/790.
`

/** robots.txt (RFC 9309) with the content signals of the configuration. Open to everyone. */
export async function robotsTxt({ config }: Pick<Context, 'config'>): Promise<string> {
  const group = (name: string) =>
    [`User-agent: ${name}`, `Content-Signal: ${config.contentSignal}`, ...rules].join('\n')
  return [
    preamble,
    ...crawlers.map((name) => `${group(name)}\n`),
    `Sitemap: ${config.siteUrl}/sitemap.xml\n`,
  ].join('\n')
}

/** The index of agent skills, discovery 0.2.0. The schema's address is a fixed name that need not resolve. Open to everyone. */
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

/** One skill, to be served byte for byte. Open to everyone. Throws `NotFound`. */
export async function readSkill(
  { contentIndex }: Pick<Context, 'contentIndex'>,
  { name }: { name: string },
): Promise<Skill> {
  const skill = contentIndex.skills.find((candidate) => candidate.name === name)
  if (!skill) throw new NotFound(`There is no skill ${name}.`)
  return skill
}
