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

export const profileForm = z.object({
  ...profile,
  avatar_url: z.preprocess((value) => value || null, avatar_url),
})

export const changePasswordForm = z.object(changePasswordInput.shape)
export const confirmPasswordForm = z.object({ password: loginInput.shape.password })
export const requestResetForm = z.object(requestResetInput.shape)
export const confirmResetForm = z.object(confirmResetInput.shape)
export const verifyEmailForm = z.object(verifyEmailInput.shape)

export const deleteProfileForm = z.object({
  ...deleteProfileInput.shape,
  sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
})
