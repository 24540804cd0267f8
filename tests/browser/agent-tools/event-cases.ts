import type { HostCase } from '#tests/browser/agent-tools/host-kit.ts'

/** What callers that give up bring about, and what is heard of tools. Each row is true of Chromium 156 and of our polyfill. */
export const eventCases: HostCase[] = [
  [
    'a caller that gives up hears its own reason, and the tool an AbortError',
    async ({ host, register, named, heard, until, outcome }) => {
      const told: string[] = []
      await register('a', (_, { signal }) => {
        signal.onabort = () => told.push((signal.reason as Error).name)
        return new Promise(() => {})
      })
      const events = heard()
      const controller = new AbortController()
      const call = host.executeTool(await named('a'), {}, { signal: controller.signal })
      await until(() => events.length === 1)
      controller.abort(new Error('mine'))
      const ended = await outcome(call)
      await until(() => events.length === 2)
      return [ended, told, events]
    },
    ['Error: mine', ['AbortError'], ['toolactivated a', 'toolcancel a']],
  ],
  [
    'a caller that gives up at once still has the tool run and told',
    async ({ host, register, named, heard, until, outcome }) => {
      const ran: boolean[] = []
      await register('a', (_, { signal }) => new Promise(() => ran.push(signal.aborted)))
      const events = heard()
      const controller = new AbortController()
      const call = host.executeTool(await named('a'), {}, { signal: controller.signal })
      controller.abort()
      const ended = await outcome(call)
      await until(() => events.length === 2)
      return [ended, ran, events]
    },
    ['AbortError', [false], ['toolactivated a', 'toolcancel a']],
  ],
  [
    'a caller that had given up before does not get the tool to run, and one that does so later changes nothing',
    async ({ host, register, named, heard, wait, outcome }) => {
      const signals: AbortSignal[] = []
      await register('a', (_, { signal }) => signals.push(signal))
      const events = heard()
      const [tool, controller] = [await named('a'), new AbortController()]
      const before = await outcome(
        host.executeTool(tool, {}, { signal: AbortSignal.abort(new Error('mine')) }),
      )
      const after = await outcome(host.executeTool(tool, {}, { signal: controller.signal }))
      controller.abort()
      await wait(40)
      return [before, after, signals.map(({ aborted }) => aborted), events]
    },
    ['Error: mine', { value: '1' }, [false], ['toolactivated a']],
  ],
  [
    'toolchange comes for each tool that came or went, before its registration settles; refusals have none',
    async ({ host, tool, register, heard, until, outcome }) => {
      const events = heard()
      const controller = new AbortController()
      await host.registerTool(tool('a'), { signal: controller.signal })
      events.push('registered')
      await outcome(register(''))
      controller.abort()
      events.push('aborted')
      await until(() => events.length === 4)
      return events
    },
    ['toolchange', 'registered', 'aborted', 'toolchange'],
  ],
  [
    'toolactivated follows the start of a tool; the window and the document hear nothing',
    async ({ host, register, run, heard }) => {
      const events = heard()
      for (const place of [window, document])
        for (const type of ['toolchange', 'toolactivated'])
          place.addEventListener(type, () => events.push('elsewhere'))
      host.addEventListener('toolactivated', ({ bubbles, cancelable, target }) =>
        events.push(String([bubbles, cancelable, target === host])),
      )
      await register('a', () => events.push('runs'))
      await run('a')
      return events
    },
    ['toolchange', 'runs', 'toolactivated a', 'false,false,true'],
  ],
  [
    'handlers are one a kind, and nothing but a function is one',
    async ({ host, register, run }) => {
      const events: unknown[] = [host.ontoolchange, host.ontoolactivated, host.ontoolcancel]
      host.ontoolchange = () => events.push('replaced')
      host.ontoolchange = function (this: unknown, { type }: Event) {
        events.push(type, this === host)
      }
      host.ontoolactivated = ({ toolName }: { toolName: string }) => events.push(toolName)
      await register('a')
      await run('a')
      host.ontoolchange = 5
      events.push(host.ontoolchange)
      await register('b')
      return events
    },
    [null, null, null, 'toolchange', true, 'a', null],
  ],
]
