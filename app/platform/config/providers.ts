/** The outside services that can say who somebody is. */
export const providers = ['github', 'discord'] as const
export type Provider = (typeof providers)[number]
