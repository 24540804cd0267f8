import { fork } from 'node:child_process'
import { bombs, idle, slow } from '#tests/endurance/crowds.ts'

/** The argument by which a process knows that it is to be a crowd. */
export const CROWD = '--crowd='

const kinds = { slow, idle, bombs }
export type Kind = keyof typeof kinds
export type Told = { open: number; answers: [string, number][] }

/** A crowd in a process of its own, so that what it costs is not taken for the server's. `stop` says what became of it. */
export async function crowdApart(kind: Kind, base: string, size: number) {
  const child = fork(process.argv[1]!, [CROWD + kind, base, String(size)])
  const said = () => new Promise<Told>((resolve) => child.once('message', (told) => resolve(told as Told)))
  await said()
  return async (): Promise<Told> => {
    const told = said()
    child.send('stop')
    return told
  }
}

/** What the process of a crowd does: gathers it, says so, and tells what became of it when it is asked to stop. */
export async function beCrowd(kind: Kind, base: string, size: number) {
  const crowd = await kinds[kind](base, size)
  const tell = () => process.send!({ open: crowd.open(), answers: [...crowd.answers] } satisfies Told)
  process.once('message', () => {
    tell()
    crowd.stop()
    process.disconnect()
    process.exit(0)
  })
  tell()
}
