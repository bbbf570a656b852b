import { LIMITS } from './limits.ts';

/** An address as SPEC.md section 5 has it. It takes time squared: run it only on values that are short enough. */
export const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isEmailShaped(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LIMITS.email && EMAIL_SHAPE.test(value);
}
