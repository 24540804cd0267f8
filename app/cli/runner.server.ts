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
  summary: 'Connects a bot runner to a service and runs it until you stop it.',
  options: z.object({
    url: z
      .string()
      .refine((value) => URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol), {
        error: 'Enter a URL that begins with ws:// or wss://.',
      })
      .optional()
      .meta({ description: 'URL of the service. Default: RUNNER_URL, otherwise this machine.' }),
    token: z
      .string()
      .regex(/^sgn_run_[\w-]+$/, { error: 'Enter a token that begins with sgn_run_.' })
      .optional()
      .meta({ description: 'Use - to read the token from standard input. Default: RUNNER_TOKEN.' }),
    name: short.optional().meta({ description: 'Name in the console. Default: the host name.' }),
    slots: z
      .string()
      .regex(/^([1-9]\d{0,2}|1000)$/, { error: 'Enter a whole number from 1 to 1,000.' })
      .transform(Number)
      .optional()
      .meta({ description: 'Concurrent jobs, 1 to 1,000. Default: RUNNER_SLOTS.' }),
    instance: short.optional().meta({
      description: 'Permanent name of this instance. Default: derived from the host name.',
    }),
    jobs_only: z.boolean().default(false).meta({
      description: 'Runs jobs only. Use this option if another runner connects the bot to Discord’s gateway.',
    }),
  }),
  async start({ config, json }, input) {
    const token = input.token ?? config.runnerToken
    if (!token)
      throw new Invalid('The token is missing. Create a token with runners create, and set RUNNER_TOKEN.')
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
        if (told) return log.info({}, 'reconnected')
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

/** Returns the URL of the service on this machine, based on the shared settings. */
function localUrl({ host, port }: Config) {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `ws://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function warnIfUnencrypted(url: string, log: { warn(facts: object, text: string): void }) {
  const { protocol, hostname: host } = new URL(url)
  if (protocol === 'ws:' && !isLoopback(host)) log.warn({ url }, 'the token is sent unencrypted: use wss://')
}

/** Finishes the current work on the first signal, and exits on the second signal. */
function stopOnSignal(runner: Runner) {
  let stopping = false
  const leave = () => {
    if (stopping) process.exit(1)
    stopping = true
    void runner.stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave)
}
