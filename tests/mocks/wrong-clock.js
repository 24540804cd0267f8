// `node --import ./tests/mocks/wrong-clock.js app/server.js`: a machine whose clock is WRONG_CLOCK_MS ahead.
const ahead = Number(process.env.WRONG_CLOCK_MS)
const now = () => Right.now() + ahead
const Right = Date
globalThis.Date = new Proxy(Right, {
  construct: (_, given) => Reflect.construct(Right, given.length ? given : [now()]),
  get: (_, name) => (name === 'now' ? now : Reflect.get(Right, name)),
})
