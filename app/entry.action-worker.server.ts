// Worker thread that runs actions. action-worker.server.ts sends the requests.
import { parentPort, workerData } from 'node:worker_threads'
import { createExecutor } from '#app/runner/actions/execute.server.ts'
import type { WorkerSettings } from '#app/runner/thread.server.ts'
import type { WorkerResponse, WorkerRequest } from '#app/runner/action-worker.server.ts'

const perform = createExecutor(workerData as WorkerSettings)
const underWay = new Map<number, AbortController>()

parentPort?.on('message', (order: WorkerRequest) => {
  if ('abort' in order) return underWay.get(order.abort)?.abort()
  const controller = new AbortController()
  underWay.set(order.run, controller)
  void perform(order.task, controller.signal).then((outcome) => {
    underWay.delete(order.run)
    const done: WorkerResponse = { done: order.run, outcome }
    parentPort?.postMessage(done)
  })
})
