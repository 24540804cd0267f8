import type { Metric, Registry } from 'prom-client'

/** One series of a histogram: how many fell below each bound and not below the one before it, the last beyond all. */
type Series<L> = { labels: L; counts: number[]; sum: number }

/**
 * A histogram for what happens tens of thousands of times a second. It is exported like those of the library, whose own take
 * microseconds for each value, since they check and join the labels anew. `series` is looked up once for each set of
 * labels, and `add` is then an addition.
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
    /** A new series. Its caller keeps it: the same labels must not be asked for twice. */
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

/** As Prometheus has it: each bucket counts what is in those below it too. */
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
