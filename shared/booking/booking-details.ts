/** Schemas of the booking form. Email addresses have the pattern of SPEC.md section 5. */
import { z } from 'zod';
import { isServiceSlug, type ServiceSlug } from '../business/catalogue.ts';
import { CITIES } from '../business/cities.ts';
import { type CivilDate, isCivilDate } from '../civil-date.ts';
import { EMAIL_SHAPE, LIMITS } from '../limits.ts';
import {
  BOOKING_FIELDS,
  CORRECTED_FIELDS,
  OPTIONAL_FIELDS,
  type OptionalField,
  forEachField,
  pickFields,
} from './booking-fields.ts';
import { digitsOf } from '../normalize-text.ts';
import { phoneParts } from '../phone.ts';
import { cleanContact, cleanLine, cleanLines } from '../typed-text.ts';
import { DOUBTFUL_FIELDS, type DoubtfulField, findDoubt } from './doubts.ts';
import { MOST_PHOTOS } from './photos.ts';
import { ALL_SESSION_TYPES, sessionTypeOf, ALL_CLAIMS, type Claim } from './session-type.ts';

/** Accepted by mail providers: at most 64 characters before the `@`, no dot at its ends, a top-level domain of letters. */
const MAILABLE =
  /^(?!\.)(?=.{1,64}@)(?:[\w!#$%&'*+/=?^`{|}~-]|\.(?![.@]))+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/i;
/** Text that mail programs turn into a link: in a name or address, it would put a stranger's link into our mail. */
const WEB_ADDRESS =
  /:\/\/|www\.|[\p{L}\d-]{2,}\.(?:com|net|org|info|biz|app|dev|shop|store|site|online|website|xyz|icu|top|click|cc|co|io|ly|me|ru)(?![\p{L}\d.-]*[\p{L}\d])|[\p{L}\d-]{2,}\.(?!unit|apt|ste|suite|bldg|lot)\p{L}{2,}\/\S/iu;
const LETTER = /\p{L}/u;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const PHONE = /^[0-9+().\- ]+$/;
/** The longest international number has 15 digits, after the three that lead abroad. */
const MOST_DIGITS = 18;

/**
 * The message names the field, because the error summary is far from it. Checks after `pipe` need short text (quadratic time).
 */
function line(missing: string, most: number, tooLong: string, clean = cleanLine) {
  return z.string(missing).overwrite(clean).min(1, missing).max(most, tooLong).pipe(z.string());
}

const email = line(
  'Enter your email address.',
  LIMITS.email,
  `Use an email address with at most ${LIMITS.email} characters.`,
  cleanContact,
)
  .refine((value) => EMAIL_SHAPE.test(value), 'Enter an email address like name@example.com.')
  .refine((value) => PRINTABLE_ASCII.test(value), 'Use an email address in plain letters, without accents.')
  .refine((value) => MAILABLE.test(value), 'Check the email address: we can’t send email to it.');

const digitsIn = (phone: string) => digitsOf(phoneParts(phone).number).length;

const phone = line(
  'Enter a phone number for the day of the visit.',
  LIMITS.phone,
  `Enter the phone number alone, in at most ${LIMITS.phone} characters.`,
  cleanContact,
)
  .refine(
    (value) => PHONE.test(phoneParts(value).number),
    'Use only digits, spaces and + ( ) - . in the phone number; an extension goes at its end, like x12.',
  )
  .refine((value) => digitsIn(value) >= 10, 'Enter the full phone number, with the area code.')
  .refine((value) => digitsIn(value) <= MOST_DIGITS, 'Enter one phone number.');

const address = line('Enter the street address of the visit.', LIMITS.address, 'Shorten the address.')
  .refine((value) => value.length >= 5 && LETTER.test(value), 'Enter the full street address, with the number.')
  .refine((value) => !WEB_ADDRESS.test(value), 'Enter the street address without a web address.');

const tasks = listOf(
  z.custom<ServiceSlug>(isServiceSlug, 'Choose tasks from the list.'),
  'Choose tasks from the list.',
);

/** Drops repeated items. */
export function listOf<Item extends z.ZodType<string>>(item: Item, problem?: string) {
  return z.array(item, problem).overwrite((items) => [...new Set(items)]);
}

function lines(name: string, least: number, limit: number, clean = cleanLines) {
  return z
    .string(`Write your ${name} as text.`)
    .overwrite(clean)
    .min(least, `Write the ${name}.`)
    .max(limit, `Shorten the ${name} to ${limit} characters.`);
}

/** Absent in forms of older releases. */
function optionalText(name: OptionalField) {
  const { kind, words, optional } = BOOKING_FIELDS[name];
  return lines(words, 0, optional.most, kind === 'lines' ? cleanLines : cleanLine).exactOptional();
}

export const messageText = lines('message', 1, LIMITS.message);

export function civilDate(problem: string) {
  return z.custom<CivilDate>(isCivilDate, problem);
}

const photos = listOf(z.string().max(LIMITS.photoTicket), 'Add the photos again.').max(
  MOST_PHOTOS,
  `Remove photos until there are ${MOST_PHOTOS}.`,
);

export const bookingFields = {
  service: z.enum(ALL_SESSION_TYPES, 'Choose a half day or a full day.'),
  date: civilDate('Choose a day and time.'),
  claim: z.enum(ALL_CLAIMS, 'Choose a day and time.'),
  area: z.enum(CITIES, 'Choose the city of the visit.'),
  tasks,
  address,
  name: line('Enter your name.', LIMITS.name, `Shorten the name to ${LIMITS.name} characters.`)
    .refine((value) => LETTER.test(value), 'Enter your name.')
    .refine((value) => !WEB_ADDRESS.test(value), 'Enter your name without a web address.'),
  email,
  phone,
  ...forEachField(OPTIONAL_FIELDS, optionalText),
  photos: photos.exactOptional(),
};

const claimFitsService = {
  check: (details: { service: string; claim: Claim }) => sessionTypeOf(details.claim) === details.service,
  message: {
    path: ['claim'],
    error: 'That time is for the other length of visit. Choose a day and time again.',
  },
};

const confirmed = z
  .array(z.string().max(LIMITS.email), 'Confirm the answers again.')
  .max(DOUBTFUL_FIELDS.length, 'Confirm each answer once.')
  .exactOptional();

interface Answers extends Partial<Record<DoubtfulField, unknown>> {
  readonly confirmed?: readonly string[];
}

function askAboutDoubts({ value, issues }: z.core.ParsePayload<Answers>): void {
  for (const field of DOUBTFUL_FIELDS) {
    const answer = value[field];
    const isWrong = issues.some(({ path }) => path?.[0] === field);
    if (typeof answer !== 'string' || isWrong || value.confirmed?.includes(answer)) continue;
    const doubt = findDoubt(field, answer);
    if (doubt) issues.push({ code: 'custom', path: [field], message: doubt.question, input: answer });
  }
}

/** Runs even if other answers are invalid, because a phone asks about one step at a time. */
const AT_ONCE = {
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(({ path = [] }) => path.length > 0 && path[0] !== 'confirmed'),
};

export const correctableDetails = z
  .strictObject({ ...pickFields(CORRECTED_FIELDS, bookingFields), confirmed })
  .superRefine((_, context) => askAboutDoubts(context), AT_ONCE);

export const bookingDetails = z
  .strictObject({ ...bookingFields, confirmed })
  .refine(claimFitsService.check, claimFitsService.message)
  .superRefine((_, context) => askAboutDoubts(context), AT_ONCE);
export type BookingDetails = Omit<z.infer<typeof bookingDetails>, 'confirmed'>;

const RELOAD = 'Reload the page and send the form again.';

/** `price`: what the page showed, in cents. `key`: idempotency key. */
export const bookingRequest = bookingDetails.safeExtend({ price: z.int(RELOAD), key: z.uuid(RELOAD) });
export type BookingRequest = z.infer<typeof bookingRequest>;

/** The first message for each field; the empty name is the whole form. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const errors = new Map<string, string>();
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return Object.fromEntries(errors);
}
