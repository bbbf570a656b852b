/** The details of a paid visit that can be corrected, in the order of the form. */
export const CORRECTED_FIELDS = ['name', 'email', 'phone', 'area', 'address'] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

/** The details of a visit that can be corrected. The email address is empty if the customer gave none on the phone. */
export type CorrectableDetails = Readonly<Record<CorrectedField, string>>;

/** Path of the page on which a customer corrects the details of a visit. */
export function correctionPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/details`;
}

const FIELD_NAMES: Readonly<Record<CorrectedField, string>> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
  area: 'city',
  address: 'street address',
};

/** The fields in words: `email address and phone number`. */
export function correctedWords(fields: readonly CorrectedField[]): string {
  return new Intl.ListFormat('en-US').format(fields.map((field) => FIELD_NAMES[field]));
}
