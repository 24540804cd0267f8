import type { Metric, Registry } from 'prom-client'

/** Series of a histogram, with the number of values per bucket. The last bucket has no upper bound. */
type Series<L> = { labels: L; counts: number[]; sum: number }

/**
 * Creates a fast histogram for hot paths. The library's histogram revalidates the labels for each value. Look up
 * `series` once per set of labels, then call `add`.
 */
export function createHistogram<L extends Record<string, string>>(
  registry: Registry,
  { name, help, bounds }: { name: string; help: string; bounds: readonly number[] },
) {
  const all: Series<L>[] = []
  const metric = {
    name,
    help,
    reset: () => all.forEach((one) => (one.counts.fill(0), (one.sum = 0))),
    get: async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: all.flatMap((one) => exported(name, bounds, one)),
    }),
  }
  registry.registerMetric(metric as unknown as Metric)
  return {
    /** Creates a series. Keep the series, and never request the same labels twice. */
    series: (labels: L): Series<L> => {
      const one = { labels, counts: new Array<number>(bounds.length + 1).fill(0), sum: 0 }
      all.push(one)
      return one
    },
    add(one: Series<L>, value: number): void {
      let at = 0
      while (at < bounds.length && value > bounds[at]!) at += 1
      one.counts[at]! += 1
      one.sum += value
    },
  }
}

/** Exports cumulative buckets, as Prometheus expects. */
function exported<L>(name: string, bounds: readonly number[], { labels, counts, sum }: Series<L>) {
  let count = 0
  const buckets = counts.map((more, at) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: bounds[at] ?? '+Inf' },
    value: (count += more),
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
