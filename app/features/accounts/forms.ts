import { z } from 'zod'
import {
  changePasswordInput,
  confirmResetInput,
  deleteProfileInput,
  loginInput,
  requestResetInput,
  updateProfileInput,
  verifyEmailInput,
} from '#app/features/accounts/schema.ts'

// Page forms submit the same fields as the JSON bodies, with empty strings instead of omitted fields. Other fields are
// ignored.

const { avatar_url, ...profile } = updateProfileInput.shape

/** Omits the theme if the form still has the theme that it was opened with, which may have changed elsewhere since. */
export const profileForm = z
  .object({
    ...profile,
    avatar_url: z.preprocess((value) => value || null, avatar_url),
    shown_theme: profile.theme,
  })
  .transform(({ shown_theme, theme, ...rest }) => ({
    ...rest,
    theme: theme === shown_theme ? undefined : theme,
  }))

export const changePasswordForm = z.object(changePasswordInput.shape)
export const confirmPasswordForm = z.object({ password: loginInput.shape.password })
export const requestResetForm = z.object(requestResetInput.shape)
export const confirmResetForm = z.object(confirmResetInput.shape)
export const verifyEmailForm = z.object(verifyEmailInput.shape)

export const deleteProfileForm = z.object({
  ...deleteProfileInput.shape,
  sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
})
