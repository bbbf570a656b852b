import { LIMITS } from './limits.ts';

/** The email pattern of SPEC.md section 5. It takes quadratic time: run it only on values that are short enough. */
export const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isEmailShaped(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LIMITS.email && EMAIL_SHAPE.test(value);
}
