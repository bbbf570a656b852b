/** Longest accepted values, in characters: the schema refuses more, and the fields stop there. */
export const LIMITS = {
  name: 100,
  email: 254,
  phone: 20,
  address: 200,
  notes: 1000,
} as const;
