/** Components and dependencies of the service in display order. */
export const healthParts = ['database', 'redis', 'runners', 'mail', 'chat', 'challenge'] as const
export type HealthPart = (typeof healthParts)[number]
