/**
 * Every figure of `npm run bench`: what it is called, what it is held against, and what it has to reach. The page under
 * /docs/performance has a table for each group.
 */

/**
 * @typedef {object} Figure
 * @property {string} title
 * @property {string} unit
 * @property {string} [floor] what does the same with nothing around it, measured in the same run
 * @property {'ratio' | 'value'} of what the target is about: the figure divided by its floor, or the figure
 * @property {number} [least]
 * @property {number} [most]
 */
/** @typedef {{ least?: number, most?: number }} Bounds */
/** @typedef {{ title: string, about: string, figures: Record<string, Figure> }} Group */
/** @typedef {{ value: number, floor?: number }} Measured */

/** @param {string} title @param {string} unit @param {Bounds} bounds @param {string} floor @returns {Figure} */
const ratio = (title, unit, bounds, floor) => ({ title, unit, of: 'ratio', ...bounds, floor })

/** @param {string} title @param {string} unit @param {Bounds} bounds @param {string} [floor] @returns {Figure} */
const value = (title, unit, bounds, floor) => ({
  title,
  unit,
  of: 'value',
  ...bounds,
  ...(floor ? { floor } : {}),
})

const rate = 'requests/s'
/** @param {string} title */
const page = (title) => ratio(title, rate, { least: 0.7 }, 'bare `node:http`, the same bytes')
const frames = 'bare WebSocket, the same frames'
const past = '10,000 events'

/** @type {Record<string, Group>} */
export const groups = {
  pages: {
    title: 'Public pages',
    about: 'Repeated requests for pages that are in memory.',
    figures: {
      html: page('cached page, HTML'),
      markdown: page('cached page, Markdown'),
      html_br: page('cached page, HTML, brotli'),
      markdown_br: page('cached page, Markdown, brotli'),
      not_modified: page('304'),
    },
  },
  readers: {
    title: 'Site analytics',
    about: 'Repeated requests of a browser for a page that is in memory.',
    figures: {
      page: ratio('cached page, counted', rate, { least: 0.97 }, 'the same page, not counted'),
    },
  },
  api: {
    title: 'API and interactions',
    about:
      'Requests for a 30-day report with an API key, over REST and over MCP, and signed requests from Discord, on SQLite.',
    figures: {
      stats: ratio('GET /api/v1/stats?days=30', rate, { least: 0.6 }, 'bare Fastify route, the same queries'),
      mcp: ratio(
        'read_stats over MCP, 30 days',
        rate,
        { least: 0.5 },
        'the same report by GET /api/v1/stats',
      ),
      ping: ratio('signed PING', rate, { least: 0.75 }, 'bare `node:http` that checks the signature'),
      command: ratio(
        'signed command: lookup, response and count',
        rate,
        { least: 0.5 },
        'bare `node:http`, the signature and the same statements',
      ),
    },
  },
  login: {
    title: 'Sign-in',
    about:
      'Hashing a password is slow on purpose. Sign-ins must not slow down other requests, and must not reveal who has an account.',
    figures: {
      login: ratio('login', rate, { least: 0.85 }, 'bare `node:http`, argon2 alone'),
      page: ratio('cached page while 200 sign in, median', 'ms', { most: 3 }, 'the same page alone'),
      unknown: ratio('login, unknown account, median', 'ms', { least: 0.9, most: 1.1 }, 'a wrong password'),
    },
  },
  ingestion: {
    title: 'Event ingestion',
    about: 'Event inserts for a busy guild in SQLite, including all counters.',
    figures: {
      batches: value('in batches of 500', 'events/s', { least: 20_000 }, 'bare inserts of the same rows'),
    },
  },
  history: {
    title: 'Ten million events',
    about: 'Reads from a guild with ten million events, compared with a guild that has ten thousand events.',
    figures: {
      warm: ratio('report', 'ms', { most: 1.2 }, past),
      cold: ratio('report, not cached', 'ms', { most: 1.2 }, past),
      newest: value('newest page of the log', 'ms', { most: 10 }, past),
      by_type: value('page of one type in 10,000', 'ms', { most: 10 }, past),
      by_actor: value('page of one person in 400', 'ms', { most: 10 }, past),
    },
  },
  export: {
    title: 'Export',
    about: 'An export of ten years of statistics to a slow client.',
    figures: { memory: value('additional memory', 'MB', { most: 30 }) },
  },
  jobs: {
    title: 'Jobs',
    about:
      'An event becomes a run, a job, a frame to a runner and a result, all stored in the database. The floor is a socket that sends the same frames and stores nothing.',
    figures: {
      sqlite: value('through one runner, SQLite', 'jobs/s', { least: 1_500 }, frames),
      latency: value('event to job frame, 99th percentile, SQLite', 'ms', { most: 20 }, frames),
      postgres: value('through one runner, PostgreSQL', 'jobs/s', { least: 600 }, frames),
    },
  },
  gateway: {
    title: 'Interactions over the gateway',
    about:
      'Time from a command on the gateway to its callback, through the embedded runner of one process. Discord runs on the same machine.',
    figures: {
      p99: value(
        'interaction to callback, 99th percentile, SQLite',
        'ms',
        { most: 50 },
        'the same command as a signed request',
      ),
      p50: value(
        'interaction to callback, median, SQLite',
        'ms',
        { most: 20 },
        'the same command as a signed request',
      ),
    },
  },
  automations: {
    title: 'Automations with patterns',
    about:
      'One guild has 200 automations with 25 patterns each. A runner reports 500 messages a second from this guild for 25 seconds. The conditions are evaluated in a thread, so that other requests do not wait. The floor is the same server in the same run, before the messages.',
    figures: {
      p99: value('/healthz meanwhile, 99th percentile', 'ms', { most: 50 }, 'without events'),
      p50: ratio('/healthz meanwhile, median', 'ms', { most: 3 }, 'without events'),
      taken: value('events accepted', 'events/s', { least: 490 }),
    },
  },
  idle: {
    title: 'Idle runners',
    about: 'Memory for a thousand connected, idle runners.',
    figures: {
      memory: value(
        'additional memory',
        'MB',
        { most: 150 },
        'bare WebSocket server, the same number of sockets',
      ),
    },
  },
  directory: {
    title: 'Directories',
    about:
      'Time from the frames with 500 channels and 250 roles until the pickers of another instance have them.',
    figures: {
      sqlite: value('in pickers on another instance, slowest, SQLite', 'ms', { most: 1_000 }),
      postgres: value('in pickers on another instance, slowest, PostgreSQL and Redis', 'ms', { most: 1_000 }),
    },
  },
  publishing: {
    title: 'Publishing',
    about:
      'Time until one of 10,000 entries is published in the database, and until another instance shows the entry.',
    figures: {
      sqlite: value('publish, median, SQLite', 'ms', { most: 100 }, 'one bare insert'),
      sqlite_seen: value('visible on another instance, slowest, SQLite', 'ms', { most: 1_000 }),
      postgres: value('publish, median, PostgreSQL and Redis', 'ms', { most: 100 }, 'one bare insert'),
      postgres_seen: value('visible on another instance, slowest, PostgreSQL and Redis', 'ms', {
        most: 1_000,
      }),
    },
  },
  starts: {
    title: 'Start',
    about: 'Time from the start command until the server prints its URL, with a finished build.',
    figures: { start: value('start, median', 'ms', { most: 3_000 }, 'bare `node:http` server') },
  },
  tools: {
    title: 'Browser tools',
    about: 'Time until a page offers its tools to an agent in Chromium, including the session request.',
    figures: { offered: value('15 tools offered', 'ms', { most: 50 }, 'bare objects of the same form') },
  },
  large: {
    title: '10,000 entries',
    about: 'A site with 10,000 posts of 300 words.',
    figures: {
      ready: value('start to ready, nothing rendered', 'ms', { most: 10_000 }),
      search: value('search, median', 'ms', { most: 5 }),
      cold: value('first rendering of a page, median', 'ms', { most: 30 }),
      page: ratio('cached page', rate, { least: 0.9 }, 'the same page of a small site'),
      memory: value('idle memory afterward', 'MB', { most: 600 }),
    },
  },
}

/** The figure by its floor, and whether the target is held. @param {Figure} figure @param {Measured} measured */
export function judge({ of, least = -Infinity, most = Infinity }, { value, floor }) {
  const ratio = floor === undefined ? undefined : value / floor
  const counts = of === 'ratio' ? (ratio ?? NaN) : value
  return { ratio, held: counts >= least && counts <= most }
}
