/** OAuth identity providers in the order of the buttons, with their names and picture hosts. */
export const identityProviders = {
  github: { name: 'GitHub', avatarHost: 'avatars.githubusercontent.com' },
  discord: { name: 'Discord', avatarHost: 'cdn.discordapp.com' },
} as const

export type Provider = keyof typeof identityProviders
export const providers = Object.keys(identityProviders) as [Provider, ...Provider[]]

/** Creates an object with one entry for each provider. */
export const perProvider = <K extends string, V>(entryOf: (provider: Provider) => readonly [K, V]) =>
  Object.fromEntries(providers.map(entryOf)) as Record<K, V>

export const providerNames = perProvider((provider) => [provider, identityProviders[provider].name])

/** Returns the names of the settings for the application registered with a provider. */
export function clientSettings(provider: Provider) {
  const prefix = provider.toUpperCase() as Uppercase<Provider>
  return { id: `${prefix}_CLIENT_ID`, secret: `${prefix}_CLIENT_SECRET` } as const
}
