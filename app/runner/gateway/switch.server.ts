import type { Gateway } from '#app/runner/gateway/gateway.server.ts'
import type { Log } from '#app/runner/protocol.ts'

/** Opens and stops the gateway, one after the other however quickly it is wanted and not. */
export function makeGatewaySwitch(open: () => Promise<Gateway>, log: Log) {
  let current: Gateway | null = null
  let turn = Promise.resolve()

  async function change(on: boolean) {
    try {
      if (on) current ??= await open()
      else if (current) {
        const last = current
        current = null
        await last.stop()
      }
    } catch (error) {
      log.error({ err: error }, 'the gateway cannot be opened')
    }
  }

  return {
    set(on: boolean): Promise<void> {
      turn = turn.then(() => change(on))
      return turn
    },
    current: () => current,
  }
}
