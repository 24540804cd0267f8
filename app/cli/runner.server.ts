import { hostname } from 'node:os'
import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import { Invalid, Unauthorized } from '#app/errors.ts'
import { createLogger } from '#app/platform/log/log.server.ts'
import { isLoopback } from '#app/primitives/loopback.ts'
import { startRunner, type Runner } from '#app/runner/runner.server.ts'

const short = z.string().trim().min(1).max(100)

export const runnerStart = command({
  name: 'runner',
  summary: 'Runs a bot runner that connects to a service, until it is stopped.',
  options: z.object({
    url: z
      .string()
      .refine((value) => URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol), {
        error: 'An address that begins with ws:// or wss://.',
      })
      .optional()
      .meta({ description: 'The service; RUNNER_URL when not given, or else the one on this machine.' }),
    token: z
      .string()
      .regex(/^sgn_run_[\w-]+$/, { error: 'A token that begins with sgn_run_.' })
      .optional()
      .meta({ description: 'Only -, which reads the first line of standard input; else RUNNER_TOKEN.' }),
    name: short
      .optional()
      .meta({ description: 'What it is called in the console; this machine’s name when not given.' }),
    slots: z
      .string()
      .regex(/^([1-9]\d{0,2}|1000)$/, { error: 'A whole number from 1 to 1000.' })
      .transform(Number)
      .optional()
      .meta({ description: 'Jobs at a time, 1 to 1000; RUNNER_SLOTS when not given.' }),
    instance: short.optional().meta({
      description: 'Names this instance for good; made from this machine’s name when not given.',
    }),
    jobs_only: z
      .boolean()
      .default(false)
      .meta({ description: 'Leaves Discord’s gateway to another runner of the same bot.' }),
  }),
  async start({ config, json }, input) {
    const token = input.token ?? config.runnerToken
    if (!token)
      throw new Invalid('There is no token. Make one with runners create, and set RUNNER_TOKEN to it.')
    const url = input.url ?? config.runnerUrl ?? localUrl(config)
    const name = input.name ?? hostname().slice(0, 100)
    const log = createLogger(config)
    let told = false
    const runner = startRunner({
      url,
      token,
      name,
      slots: input.slots ?? config.runnerSlots,
      instanceKey: input.instance ?? `runner-${hostname()}`.slice(0, 100),
      config,
      log,
      gateway: !input.jobs_only,
      connected() {
        if (told) return log.info({}, 'connected again')
        told = true
        const facts = { connected: true, name, url, dry_run: runner.dryRun }
        const sentence = `Runner ${name} is connected to ${url} (dry run: ${runner.dryRun ? 'yes' : 'no'}).`
        process.stdout.write(`${json ? JSON.stringify(facts) : sentence}\n`)
      },
    })
    warnIfUnencrypted(url, log)
    stopOnSignal(runner)
    const ending = await runner.ended
    if (ending.reason === 'refused') {
      await runner.stop()
      throw new Unauthorized('invalid_token', ending.message)
    }
    return { connected: false, reason: ending.reason }
  },
  print: () => 'The runner has stopped.',
})

/** Where the service of this machine listens, by the settings that it shares with us. */
function localUrl({ host, port }: Config) {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `ws://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function warnIfUnencrypted(url: string, log: { warn(facts: object, text: string): void }) {
  const { protocol, hostname: host } = new URL(url)
  if (protocol === 'ws:' && !isLoopback(host))
    log.warn({ url }, 'the token goes over the network unencrypted: use wss://')
}

/** The first signal ends what is in hand, a second one ends at once. */
function stopOnSignal(runner: Runner) {
  let stopping = false
  const leave = () => {
    if (stopping) process.exit(1)
    stopping = true
    void runner.stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave)
}
