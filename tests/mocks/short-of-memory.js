// `node --import ./tests/mocks/short-of-memory.js app/server.js`: SIGUSR2 has the heap be nearly full, or no longer so.
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'

const real = v8.getHeapStatistics
let isShort = false
v8.getHeapStatistics = () => {
  const told = real()
  return isShort ? { ...told, used_heap_size: told.heap_size_limit * 0.97 } : told
}
syncBuiltinESMExports()
process.on('SIGUSR2', () => {
  isShort = !isShort
})
