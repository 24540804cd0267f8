import { EventEmitter } from 'node:events'
import type { Signals } from '#app/platform/signals/types.ts'

/** Creates in-process signals. Listeners run asynchronously, as with Redis. */
export function memorySignals(): Signals {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    async publish(topic, message) {
      setImmediate(() => emitter.emit(topic, message))
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener)
      return () => emitter.off(topic, listener)
    },
    ping: async () => true,
    async close() {
      emitter.removeAllListeners()
    },
  }
}
