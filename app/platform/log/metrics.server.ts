import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createHistogram } from '#app/platform/log/histogram.server.ts'

/** Upper bounds of the duration buckets, in seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Methods with their own label. Other methods share the `other` label, so that clients cannot create series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Creates the Prometheus metrics of this process. Labels have few values, and clients cannot choose them. */
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
    help: 'Duration of requests until the last byte was sent, by route.',
    bounds: DURATION_BUCKETS,
  })
  const known = new Map<string, ReturnType<typeof requests.series>>()
  const pages = { hit: 0, miss: 0 }
  new Counter({
    name: 'signpost_page_cache_total',
    help: 'Requests for public pages, by cache hit or miss.',
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
    /** Registers a function that runs on each scrape, for values that are read instead of counted. */
    look: (work: () => unknown) => void looks.push(work),
    /** Returns all metrics in the Prometheus text format. A value that cannot be read keeps its last state. */
    async text(): Promise<string> {
      await Promise.allSettled(looks.map(async (work) => work()))
      return registry.metrics()
    },
    /** Records a completed or aborted request. `seconds` counts from the time when the request was read. */
    request(method: string, route: string, status: number, seconds: number): void {
      const label = METHODS.has(method) ? method : 'other'
      const key = `${label} ${status} ${route}`
      let series = known.get(key)
      if (!series)
        known.set(key, (series = requests.series({ method: label, route, status: String(status) })))
      requests.add(series, seconds)
    },
    inFlight: gauge('http_requests_in_flight', 'Requests in progress.'),
    connections: gauge('http_connections', 'Open client connections, including idle ones.'),
    refusals: counter('refusals_total', 'Refused requests, by error code.', 'code'),
    limited: counter('rate_limited_total', 'Requests over a rate limit, by limit.', 'limit'),
    /** Requests for public pages, from the cache or not. Every code path that serves a page increments the counter. */
    pages,
    queries: times('database_query_duration', 'Duration of database statements.'),
    queryFailures: counter('database_failures_total', 'Failed database statements.'),
    workFailures: counter('background_work_failures_total', 'Failed runs of background work.', 'work'),
    shed: counter('shed_total', 'Requests rejected because the process was low on memory.'),
    database: gauge('database_up', 'Whether the database responds.'),
    size: gauge('database_size_bytes', 'Size of the SQLite files, including the log.', 'file'),
    pool: gauge('database_connections', 'Connections to PostgreSQL by state.', 'state'),
    redis: gauge('redis_up', 'Whether Redis responds. Absent without Redis.'),
    jobs: gauge('jobs', 'Jobs of all guilds, by state: running, waiting or scheduled for later.', 'state'),
    runners: gauge('runner_sockets', 'Runners connected to this instance.'),
    streams: gauge('event_streams', 'Open event streams of this instance.'),
    emails: gauge('emails_waiting', 'Emails waiting to be sent.'),
    build: gauge(
      'build_info',
      'Always 1. The labels are the running version and its database.',
      'version',
      'build',
      'engine',
    ),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Adds Node's process metrics: memory, garbage collection, event loop lag and open files. */
export const addProcessMetrics = (
  { registry, build }: Metrics,
  labels: { version: string; engine: string },
) => {
  collectDefaultMetrics({ register: registry })
  build.set(labels, 1)
}
