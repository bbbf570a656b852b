/** Longest accepted values, in characters: the schema refuses longer ones, and fields do not accept more. */
export const LIMITS = {
  /** A sealed text, not typed by people. */
  photoTicket: 500,
  name: 100,
  email: 254,
  /** With an extension. */
  phone: 30,
  address: 200,
  notes: 1000,
  message: 4000,
} as const;
