import { aiAgents, otherCrawlers } from '#app/site/agents.ts'

/** Kinds of readers, in the order of reports. */
export const readerKinds = ['person', 'agent', 'mcp', 'key'] as const
export type ReaderKind = (typeof readerKinds)[number]

/** Reader of a request. Only agents and crawlers have a name. */
export type Reader = { kind: ReaderKind; name: string | null }

/** Name of agents and crawlers that are not in the list. */
export const OTHER_AGENTS = 'Other agents'

const person: Reader = { kind: 'person', name: null }
const otherAgent: Reader = { kind: 'agent', name: OTHER_AGENTS }
/** Reader of calls to the MCP endpoints. */
export const mcpReader: Reader = { kind: 'mcp', name: null }
/** Reader of calls with an API key. */
export const keyReader: Reader = { kind: 'key', name: null }

const named = [...aiAgents, ...otherCrawlers].map((name) => ({
  token: name.toLowerCase(),
  reader: { kind: 'agent', name } as const,
}))

/** Matches programs without a name of their own in the list. Browsers start with `Mozilla/` and match nothing here. */
const PROGRAM = /bot\b|crawl|spider|slurp|headless|preview|scan|monitor|fetch|python|curl|wget|https?:\/\//i

/** Maximum length of a `User-Agent` that is compared, and maximum number of remembered values. */
const MAX_AGENT = 512
const MAX_REMEMBERED = 2_000
const remembered = new Map<string, Reader>()

export type ReaderHeaders = Partial<Record<'user-agent' | 'accept' | 'dnt' | 'sec-gpc', string | string[]>>

/**
 * Returns the reader of a request by its headers, which are not verified. Returns null for people who send `DNT` or
 * `Sec-GPC`, who are not counted.
 */
export function readerOf(headers: ReaderHeaders): Reader | null {
  const reader = readerOfAgent(`${headers['user-agent'] ?? ''}`)
  if (reader !== person) return reader
  // Browsers never accept Markdown.
  if (`${headers.accept ?? ''}`.includes('text/markdown')) return otherAgent
  return headers.dnt === '1' || headers['sec-gpc'] === '1' ? null : person
}

function readerOfAgent(agent: string): Reader {
  const known = remembered.get(agent)
  if (known) return known
  const reader = classify(agent.slice(0, MAX_AGENT))
  if (agent.length > MAX_AGENT) return reader
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(agent, reader)
  return reader
}

function classify(agent: string): Reader {
  const lower = agent.toLowerCase()
  const known = named.find(({ token }) => lower.includes(token))
  if (known) return known.reader
  return agent.startsWith('Mozilla/') && !PROGRAM.test(agent) ? person : otherAgent
}
