import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import type { Skill } from '#app/features/content/skills.server.ts'

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

/** What every crawler is told alike. The longest match wins (RFC 9309), so the three open API paths stay open. */
const rules = [
  'Allow: /',
  'Allow: /api/openapi.json',
  'Allow: /api/search',
  'Allow: /api/health',
  'Disallow: /api/',
  'Disallow: /admin',
  'Disallow: /profile',
  'Disallow: /chat',
  'Disallow: /setup',
  'Disallow: /login?',
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
export async function skillsIndex({ library }: Pick<Context, 'library'>) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: library.skills.map(({ name, description, digest }) => ({
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
  { library }: Pick<Context, 'library'>,
  { name }: { name: string },
): Promise<Skill> {
  const skill = library.skills.find((candidate) => candidate.name === name)
  if (!skill) throw new NotFound(`There is no skill ${name}.`)
  return skill
}
