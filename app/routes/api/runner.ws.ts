import { Refusal } from '#app/errors.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { connectRunner } from '#app/features/interactions/operations.ts'

const serve = endpoint({
  GET: [
    connectRunner,
    () => {
      throw new Refusal('upgrade_required', 'Connect with a WebSocket and the runner.v1 subprotocol.', {
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      })
    },
  ],
})
export { serve as loader, serve as action }
