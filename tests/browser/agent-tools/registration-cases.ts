import type { HostCase, RegisteredTool } from '#tests/browser/agent-tools/host-kit.ts'

const refused = (message: string) => `InvalidStateError: ${message}`
const insecure = 'SecurityError: Only secure origins are allowed in the exposedTo list.'
const none = { readOnlyHint: false, untrustedContentHint: false, consequentialHint: false, debugging: false }

/** How tools come and go. Each row is true of Chromium 156 and of our polyfill. */
export const registrationCases: HostCase[] = [
  ['a tool is registered with nothing', ({ outcome, register }) => outcome(register('a')), {}],
  [
    'a name is taken once, also while the first registration is under way',
    ({ outcomes, register }) => outcomes([register('a'), register('a')]),
    [{}, refused('Duplicate tool name')],
  ],
  [
    'names have 1 to 128 letters, digits, dots, hyphens and underscores',
    ({ outcomes, register }) =>
      outcomes(['', 'a b', 'é', 'a/b', 'x'.repeat(129), 'x'.repeat(128), 'A.b-c_9'].map((n) => register(n))),
    [...Array<string>(5).fill(refused('Invalid tool name')), {}, {}],
  ],
  [
    'a name that is no string becomes one, like title and description',
    async ({ host, tool }) => {
      await host.registerTool({ ...tool(42), title: null, description: 5 })
      const [{ name, title, description } = {} as RegisteredTool] = await host.getTools()
      return [name, title, description]
    },
    ['42', 'null', '5'],
  ],
  [
    'an empty description is refused',
    ({ outcome, host, tool }) => outcome(host.registerTool({ ...tool('a'), description: '' })),
    refused('Description is required'),
  ],
  [
    'what is missing or of a wrong type is a TypeError, and never thrown at once',
    ({ outcomes, host, tool, circular }) =>
      outcomes(
        [
          ...[undefined, null, 5, { name: 'a', description: 'd' }, { name: 'a', execute: () => 'x' }],
          ...[
            { description: 'd', execute: () => 'x' },
            { ...tool('a'), execute: 5 },
          ],
          ...[null, '{}', circular(), () => 1].map((inputSchema) => ({ ...tool('a'), inputSchema })),
          { ...tool('a'), annotations: 5 },
        ].map((one) => host.registerTool(one)),
      ),
    Array(12).fill('TypeError'),
  ],
  [
    'options of a wrong type are a TypeError; null and undefined are none',
    ({ outcomes, host, tool }) =>
      outcomes(
        [
          ...[5, { signal: 5 }, { signal: null }],
          ...[{ exposedTo: 'https://a.example' }, { exposedTo: 5 }, { exposedTo: null }],
          ...[undefined, null, { exposedTo: [] }],
        ].map((options, n) => host.registerTool(tool(`t${n}`), options)),
      ),
    [...Array<string>(6).fill('TypeError'), {}, {}, {}],
  ],
  [
    'a tool is exposed to secure origins only',
    ({ outcomes, host, tool }) =>
      outcomes(
        [
          ...['http://a.example', 'nope', '*', 'null', ''],
          ...['https://a.example', 'http://localhost:3000', 'http://127.0.0.1:1', 'https://a.example/path'],
        ].map((origin, n) => host.registerTool(tool(`t${n}`), { exposedTo: [origin] })),
      ),
    [...Array<string>(5).fill(insecure), {}, {}, {}, {}],
  ],
  [
    'schemas are not judged',
    async ({ host, tool }) => {
      const schemas = [{ type: 'banana' }, { $ref: '#/x' }, { pattern: '(' }, [1], {}]
      for (const [n, inputSchema] of schemas.entries())
        await host.registerTool({ ...tool(`t${n}`), inputSchema })
      return (await host.getTools()).map(({ inputSchema }) => inputSchema)
    },
    [{ type: 'banana' }, { $ref: '#/x' }, { pattern: '(' }, [1], {}],
  ],
  [
    'a signal that was aborted before refuses with its reason, after name and description were looked at',
    ({ outcomes, host, tool }) => {
      const options = { signal: AbortSignal.abort(new Error('mine')) }
      const given = [tool('a'), tool('a b'), { ...tool('a'), description: '' }]
      return outcomes([
        ...given.map((one) => host.registerTool(one, options)),
        host.registerTool(tool('a'), { ...options, exposedTo: ['*'] }),
      ])
    },
    ['Error: mine', refused('Invalid tool name'), refused('Description is required'), 'Error: mine'],
  ],
  [
    'an abort before the registration settled refuses it with the reason',
    async ({ host, tool, outcomes, names }) => {
      const [now, soon] = [new AbortController(), new AbortController()]
      const first = host.registerTool(tool('a'), { signal: now.signal })
      now.abort()
      const second = host.registerTool(tool('b'), { signal: soon.signal })
      await null
      await null
      soon.abort(new Error('mine'))
      return [await outcomes([first, second]), await names()]
    },
    [['AbortError', 'Error: mine'], []],
  ],
  [
    'an abort afterwards takes the tool away and refuses nothing',
    async ({ host, tool, outcome, names }) => {
      const controller = new AbortController()
      const registered = host.registerTool(tool('a'), { signal: controller.signal })
      await registered
      controller.abort()
      return [await outcome(registered), await names()]
    },
    [{}, []],
  ],
  [
    'a name is free in the moment its signal aborts',
    async ({ host, tool, outcomes, run }) => {
      const controller = new AbortController()
      const first = host.registerTool(tool('a'), { signal: controller.signal })
      controller.abort()
      const second = host.registerTool(tool('a', () => 'new'))
      return [await outcomes([first, second]), await run('a')]
    },
    [['AbortError', {}], 'new'],
  ],
  [
    'a tool is listed before its registration settled, and 300 are taken',
    async ({ register, names }) => {
      const all = Array.from({ length: 300 }, (_, n) => register(`t${n}`))
      const { length } = await names()
      return [length, (await Promise.all(all)).length]
    },
    [300, 300],
  ],
  [
    'tools are listed by name, in the order of code units',
    async ({ register, names }) => {
      for (const name of ['b', 'a', 'C', 'A', 'a.b', 'a-b', 'a_b']) await register(name)
      return names()
    },
    ['A', 'C', 'a', 'a-b', 'a.b', 'a_b', 'b'],
  ],
  [
    'a listed tool has no schema and no annotations where it brought none',
    async ({ host, register }) => {
      await register('a')
      const [tool = {} as RegisteredTool] = await host.getTools()
      return { ...tool, origin: tool.origin === location.origin, window: tool.window === window }
    },
    { name: 'a', title: '', description: 'd', origin: true, window: true },
  ],
  [
    'annotations are the four of the draft, false where they were left out',
    async ({ host, tool }) => {
      const annotations = { readOnlyHint: 1, destructiveHint: true }
      await host.registerTool({ ...tool('a'), title: 'T', annotations })
      const [{ title, annotations: shown } = {} as RegisteredTool] = await host.getTools()
      return { title, shown }
    },
    { title: 'T', shown: { ...none, readOnlyHint: true } },
  ],
  [
    'a tool is taken as it is at its registration',
    async ({ host, tool, run }) => {
      const mine = { ...tool('a', () => 'one'), inputSchema: { type: 'object' } }
      await host.registerTool(mine)
      Object.assign(mine, { description: 'other', execute: () => 'two' }).inputSchema.type = 'string'
      const [shown] = await host.getTools()
      shown!.inputSchema.type = 'number'
      const [again] = await host.getTools()
      return [await run('a'), again!.inputSchema]
    },
    ['one', { type: 'object' }],
  ],
  [
    'tools stay when the address changes without a navigation',
    async ({ register, names }) => {
      await register('a')
      history.pushState(null, '', '?elsewhere')
      return names()
    },
    ['a'],
  ],
]
