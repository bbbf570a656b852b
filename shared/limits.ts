export const LIMITS = {
  photoTicket: 500,
  name: 100,
  email: 254,
  phone: 30,
  address: 200,
  notes: 1000,
  message: 4000,
} as const;

/** SPEC.md section 5. Takes quadratic time: run it only on short values. */
export const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function isEmailShaped(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LIMITS.email && EMAIL_SHAPE.test(value);
}
