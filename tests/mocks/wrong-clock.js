// `node --import ./tests/mocks/wrong-clock.js app/server.js`: a machine whose clock is WRONG_CLOCK_MS ahead.
const ahead = Number(process.env.WRONG_CLOCK_MS)
const Right = Date
globalThis.Date = class extends Right {
  constructor(...given) {
    super(...(given.length ? given : [Right.now() + ahead]))
  }
  static now() {
    return Right.now() + ahead
  }
}
