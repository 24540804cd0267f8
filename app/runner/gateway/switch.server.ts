import type { Gateway } from '#app/runner/gateway/gateway.server.ts'
import type { Log } from '#app/runner/protocol.ts'

/** Creates a switch that opens and stops the gateway sequentially, even if calls overlap. */
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
      log.error({ err: error }, 'the gateway could not be opened')
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
