import type { HttpHandler } from 'msw'
import type { Provider } from '#app/platform/config/providers.ts'
import type { Trouble } from '#tests/mocks/codes.ts'
import { aDiscordPerson, discord, discordEnv, discordLetsIn } from '#tests/mocks/discord.ts'
import { aGithubPerson, github, githubEnv, githubLetsIn } from '#tests/mocks/github.ts'

type Play = (location: string, email: string | null, trouble?: Trouble) => URL

/** Plays the page of each provider on which a user authorizes the application. */
export const plays: Record<Provider, Play> = {
  github: (location, email, trouble) => githubLetsIn(location, aGithubPerson(email), trouble),
  discord: (location, email, trouble) => discordLetsIn(location, aDiscordPerson(email), trouble),
}

/** The settings with an application at every provider. */
export const providersEnv = { ...githubEnv, ...discordEnv }

export const providerHandlers: HttpHandler[] = [...github, ...discord]
