/** The part of claim 2 that a runner sends: frames that are deep, wide, broken or cut. */
import { createFrames } from '#tests/attack/hostile/frame-list.js'
import { fragments } from '#tests/attack/hostile/fragments.js'
import { connect } from '#tests/attack/support/runner.js'
import { sleep } from '#tests/attack/support/server.js'

/** @param {Pick<import('#tests/attack/run.js').Context, 'claim' | 'random'> & {server: import('#tests/attack/support/server.js').Server}} setup */
export async function attackFrames({ claim, random, server }) {
  const { token } = await server.cli(['runners', 'create', '--name', 'attack'])
  const frames = createFrames(random)
  let runner = await connect(server.url, token)
  let ready = await runner.identify()
  let heard = 0
  /** @type {Map<number | undefined, number>} */
  const closes = new Map()
  const judge = (/** @type {unknown} */ sent) => {
    for (const { op, d } of runner.heard.slice(heard))
      if (op === 'error' && (d.code === 'internal' || d.code === 'unavailable'))
        claim.hole(`frame ${d.code}`, sent, d, 'an error that names the fault of the frame, or an ack')
    heard = runner.heard.length
    if (runner.closed === 1011 || runner.closed === 1012)
      claim.hole(
        `close ${runner.closed}`,
        sent,
        runner.closed,
        'a close code that names the fault of the frame',
      )
  }
  /** @type {unknown} */
  let before = ''
  for (const frame of frames) {
    if (runner.closed !== undefined || runner.socket.readyState !== 1 || !ready) {
      closes.set(runner.closed, (closes.get(runner.closed) ?? 0) + 1)
      runner.close()
      runner = await connect(server.url, token)
      if (runner.failure) {
        claim.hole(
          'no upgrade',
          before,
          [runner.failure, server.alive(), server.log().slice(-1500)],
          'a runner can connect again',
        )
        return
      }
      heard = 0
      // One in five frames comes before the runner has said who it is.
      if (random.next() > 0.2) ready = await runner.identify()
    }
    const from = runner.heard.length
    runner.socket.send(frame, { binary: Buffer.isBuffer(frame) && frame[0] !== 0xff })
    // A heartbeat behind the frame is answered after it, unless the frame closes the socket.
    const seq = claim.attempts
    runner.say('heartbeat', { seq, leases: [] })
    const answer = await runner.hear(({ op, d }) => op === 'heartbeat_ack' && d.seq === seq, 20000, from)
    claim.attempt()
    if (!answer && runner.closed === undefined)
      claim.hole('silence', frame, 'nothing within 20 seconds', 'an answer or a close code')
    judge(frame)
    before = frame
    if (!server.alive()) {
      claim.hole('process ended by a frame', frame, server.log().slice(-300), 'the process lives')
      return
    }
    await sleep(random.next() < 0.5 ? 0 : 20)
  }
  claim.figure(`closes: ${[...closes].map(([code, count]) => `${code} ${count}`).join(', ')}`)
  runner.close()
  await fragments({ claim, server, token })
}
