import { derived } from '#agent-tools/guilds/operations.ts'

/** Names of the derived tools by the resource of their operation. Every page loads this list. */
export const derivedTools: Record<string, string[]> = {}
for (const { name, path } of derived) (derivedTools[path.split('/')[4]!] ??= []).push(name)
