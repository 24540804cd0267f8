import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createHistogram } from '#app/platform/log/histogram.server.ts'

/** Upper bounds of the buckets of times, in seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The methods that are told apart; whatever else a client writes is `other`, so that it cannot make series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What this process counts, in the terms of Prometheus. Every label has few values, none of which a client chooses. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `signpost_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `signpost_${name}`, help, labelNames, registers })
  const times = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({
      name: `signpost_${name}_seconds`,
      help,
      labelNames,
      registers,
      buckets: DURATION_BUCKETS,
    })

  const requests = createHistogram<{ method: string; route: string; status: string }>(registry, {
    name: 'signpost_http_request_duration_seconds',
    help: 'How long requests took until the last byte was handed over, by the route that took them.',
    bounds: DURATION_BUCKETS,
  })
  const known = new Map<string, ReturnType<typeof requests.series>>()
  const pages = { hit: 0, miss: 0 }
  new Counter({
    name: 'signpost_page_cache_total',
    help: 'Public pages asked for, from memory (hit) or not (miss).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pages)) this.inc({ result }, count)
    },
  })
  const looks: (() => unknown)[] = []
  return {
    registry,
    /** Has something looked at each time the metrics are read, for what is not counted as it happens. */
    look: (work: () => unknown) => void looks.push(work),
    /** Everything as text, in the format of Prometheus. What cannot be looked at keeps what it said before. */
    async text(): Promise<string> {
      await Promise.allSettled(looks.map(async (work) => work()))
      return registry.metrics()
    },
    /** Notes a request that has been answered, or whose connection ended; `seconds` since it was read. */
    request(method: string, route: string, status: number, seconds: number): void {
      const label = METHODS.has(method) ? method : 'other'
      const key = `${label} ${status} ${route}`
      let series = known.get(key)
      if (!series)
        known.set(key, (series = requests.series({ method: label, route, status: String(status) })))
      requests.add(series, seconds)
    },
    inFlight: gauge('http_requests_in_flight', 'Requests that are being answered.'),
    connections: gauge('http_connections', 'Open connections of clients, idle ones too.'),
    refusals: counter('refusals_total', 'Answers that said no, by the code of the error body.', 'code'),
    limited: counter('rate_limited_total', 'Calls over a rate limit, by the limit.', 'limit'),
    /** Public pages asked for so far, from memory or not. Whoever serves one counts here. */
    pages,
    queries: times('database_query_duration', 'How long statements to the database took.'),
    queryFailures: counter('database_failures_total', 'Statements that the database refused or lost.'),
    rounds: counter('round_failures_total', 'Rounds of background work that failed.', 'work'),
    shed: counter('shed_total', 'Requests turned away because the process was short of memory.'),
    database: gauge('database_up', 'Whether the database answers.'),
    size: gauge(
      'database_size_bytes',
      'What the files of SQLite take, with the log that is not merged yet.',
      'file',
    ),
    pool: gauge('database_connections', 'Connections to PostgreSQL by state.', 'state'),
    redis: gauge('redis_up', 'Whether Redis answers. Absent where none is set.'),
    jobs: gauge('jobs', 'Jobs of all guilds: under way, due, and to be done later.', 'state'),
    runners: gauge('runner_sockets', 'Runners with a socket at this instance.'),
    streams: gauge('event_streams', 'Open event streams of this instance.'),
    letters: gauge('letters_waiting', 'Letters that wait to be sent.'),
    build: gauge(
      'build_info',
      'Always 1: the version that runs and its database are the labels.',
      'version',
      'build',
      'engine',
    ),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Adds what Node knows of the process: memory, collections of garbage, how late the event loop is, open files. */
export const addProcessMetrics = (
  { registry, build }: Metrics,
  labels: { version: string; engine: string },
) => {
  collectDefaultMetrics({ register: registry })
  build.set(labels, 1)
}
