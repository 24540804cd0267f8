/** What the service is made of and leans on, in the order in which it is told. */
export const healthParts = ['database', 'redis', 'runners', 'mail', 'chat', 'challenge'] as const
export type HealthPart = (typeof healthParts)[number]
