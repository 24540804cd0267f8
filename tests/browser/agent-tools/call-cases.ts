import type { HostCase } from '#tests/browser/agent-tools/host-kit.ts'

/** How tools are called. Each row is true of Chromium 156 and of our polyfill. */
export const callCases: HostCase[] = [
  [
    'a result becomes a string',
    async ({ register, run, outcome, circular }) => {
      const results = [
        ...[
          'text',
          '',
          42,
          Number.NaN,
          null,
          undefined,
          true,
          10n,
          { a: 1, b: undefined },
          [1],
          new Map([[1, 2]]),
        ],
        ...[new Blob(['x']), () => 1, new Date(0), { content: [], isError: true }, Promise.resolve('later')],
        ...[circular(), { toJSON: () => 'own' }],
      ]
      await Promise.all(results.map((result, n) => register(`t${n}`, () => result)))
      return Promise.all(results.map((_, n) => outcome(run(`t${n}`))))
    },
    [
      ...[
        'text',
        'Operation succeeded',
        '42',
        'NaN',
        'null',
        'undefined',
        'true',
        '10',
        '{"a":1}',
        '[1]',
        '{}',
      ],
      ...['{}', 'undefined', '"1970-01-01T00:00:00.000Z"', '{"content":[],"isError":true}', 'later'],
      ...[null, '"own"'],
    ].map((value) => (value === null ? 'UnknownError' : { value })),
  ],
  [
    'what a tool throws is not told',
    async ({ register, run, outcomes }) => {
      await register('a', () => {
        throw new Error('secret')
      })
      await register('b', () => Promise.reject(new Error('secret')))
      return outcomes([run('a'), run('b')])
    },
    ['UnknownError', 'UnknownError'],
  ],
  [
    'an input is an object, and is nothing when left out',
    async ({ register, run, outcomes, circular }) => {
      await register('a', (input) => input)
      const inputs = [[1, 2], undefined, { d: new Date(0), u: undefined, n: Number.NaN }]
      const wrong = ['{}', null, 5, circular(), () => 1, { b: 1n }]
      return outcomes([run('a'), ...[...inputs, ...wrong].map((input) => run('a', input))])
    },
    [
      ...['{}', '[1,2]', '{}', '{"d":"1970-01-01T00:00:00.000Z","n":null}'].map((value) => ({ value })),
      ...Array<string>(6).fill('TypeError'),
    ],
  ],
  [
    'a tool gets a copy of the input, a signal, and nothing to be bound to',
    async ({ host, register, named }) => {
      const seen: unknown[] = []
      await register('a', function (this: unknown, input: object, options: object) {
        seen.push(this === undefined || this === window, input, Object.keys(options), arguments.length)
      } as never)
      const input = { deep: { value: 1 } }
      const call = host.executeTool(await named('a'), input)
      input.deep.value = 2
      await call
      return seen
    },
    [true, { deep: { value: 1 } }, ['signal'], 2],
  ],
  [
    'a tool starts after the call returned, and calls run side by side',
    async ({ host, register, named, wait }) => {
      let started = 0
      await register('a', async ({ n }: { n: number }) => {
        started++
        await wait(40 - n * 10)
        return n
      })
      const tool = await named('a')
      const calls = [1, 2, 3].map((n) => host.executeTool(tool, { n }))
      const before = started
      return [before, await Promise.all(calls)]
    },
    [0, ['1', '2', '3']],
  ],
  [
    'a call of a tool that was registered anew runs the new one; of one that is gone it fails',
    async ({ host, tool, named, outcome }) => {
      const [first, second] = [new AbortController(), new AbortController()]
      await host.registerTool(
        tool('a', () => 'old'),
        { signal: first.signal },
      )
      const old = await named('a')
      first.abort()
      await host.registerTool(
        tool('a', () => 'new'),
        { signal: second.signal },
      )
      const anew = await outcome(host.executeTool(old))
      second.abort()
      return [anew, await outcome(host.executeTool(old))]
    },
    [{ value: 'new' }, 'UnknownError'],
  ],
  [
    'what is called has to be a listed tool of this page',
    async ({ host, register, outcomes }) => {
      await register('a')
      const listed = { name: 'a', description: '', window, origin: location.origin }
      const calls = [listed, { ...listed, origin: 'https://b.example' }, { ...listed, window: null }]
      const wrong = [undefined, 'a', {}, { name: 'a' }, { name: 'a', window }]
      return outcomes([...calls, ...wrong].map((one) => host.executeTool(one)))
    },
    [{ value: 'x' }, 'UnknownError', ...Array<string>(6).fill('TypeError')],
  ],
  [
    'a tool that goes while it runs is not stopped, also when it takes itself away',
    async ({ host, tool, named, names, wait }) => {
      const controller = new AbortController()
      const execute = async (_: never, { signal }: { signal: AbortSignal }) => {
        controller.abort()
        await wait(20)
        return `stopped: ${signal.aborted}`
      }
      await host.registerTool(tool('a', execute), { signal: controller.signal })
      return [await host.executeTool(await named('a')), await names()]
    },
    ['stopped: false', []],
  ],
  [
    'the options of a call of a wrong type are a TypeError; null is none',
    async ({ register, run, outcomes }) => {
      await register('a')
      return outcomes([{ signal: 5 }, { signal: null }, 5, null].map((options) => run('a', {}, options)))
    },
    ['TypeError', 'TypeError', 'TypeError', { value: 'x' }],
  ],
]
