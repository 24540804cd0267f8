/** OAuth identity providers. */
export const providers = ['github', 'discord'] as const
export type Provider = (typeof providers)[number]
